/** The case of a problem that is certain because `.kubewin-images.yaml` has what a registry says of an image. */
export const BY_REGISTRY = 'the platforms of the image are known';
