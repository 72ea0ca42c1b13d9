import type { LockedImage } from '../../images/image-lock.ts';
import { canonicalName, type ImageReference, parseReference } from '../../images/reference.ts';
import { originOf } from '../../kubernetes/controller.ts';
import { helmHook } from '../../kubernetes/helm-hook.ts';
import type { Position } from '../../text/line-index.ts';
import { lockedImage, podImages } from '../../windows/images.ts';
import { isCertain, type OperatingSystem, type Verdict } from '../../windows/verdict.ts';
import type { FileReport } from '../../workspace/report.ts';
import { type OfObject, withoutControlled } from './controlled.ts';
import { type FileContent, mapReports } from './file-summary.ts';
import type { InputFile, Manifests } from './input.ts';
import { podsOfFile } from './pods-of-file.ts';

/** The images of the workloads of a file. */
export interface ImagesOfFile extends FileContent {
  readonly path: string;
  readonly images: readonly UsedImage[];
}

/** An image of a container. */
export interface UsedImage extends OfObject {
  readonly hook: readonly string[];
  readonly container: string | undefined;
  /** As it is written, or as Helm writes it. */
  readonly image: string;
  /** Undefined for a text that is not a reference, such as one with an unknown part. */
  readonly reference: ImageReference | undefined;
  readonly at: Position;
  readonly verdict: Pick<Verdict, 'os' | 'certainty'>;
  readonly locked: LockedImage | undefined;
}

/** The images of files, without those that a controller has in the same container. */
export function imagesOnce(files: readonly ImagesOfFile[]): ImagesOfFile[] {
  const left = withoutControlled(
    files.flatMap(({ images }) => images),
    (one, other) => one.image === other.image && one.container === other.container,
  );
  return files.map((file) => ({ ...file, images: file.images.filter((image) => left.has(image)) }));
}

/** Lists the images of a file; undefined for an unknown one. */
export function imagesOfFile(input: InputFile, manifests: Manifests): ImagesOfFile | undefined {
  const reports = mapReports(input, 'verdicts', { ...manifests, thorough: true }, (report) =>
    imagesIn(report, manifests),
  );
  return reports && { path: input.path, images: reports.mapped.flat(), ...reports.content };
}

function imagesIn(report: FileReport, { workspace }: Manifests): UsedImage[] {
  const { file } = report;
  const settings = workspace.settingsOf(file.uri);
  return podsOfFile(report, workspace).flatMap(({ workload: { pod, verdict }, offsetOf }) =>
    podImages(pod).flatMap(({ container, field, image }): UsedImage[] => {
      const offset = offsetOf(field.valueSpan);
      if (offset === undefined) return [];
      const { kind, name, namespace } = pod.object;
      return [
        {
          object: { kind, name, namespace },
          origin: originOf(pod.object),
          hook: helmHook(pod.object),
          container: container.field.get('name')?.string,
          image: image.text,
          reference: parseReference(image.text),
          at: file.lines.positionAt(offset),
          verdict: { os: verdict.os, certainty: verdict.certainty },
          locked: lockedImage(image, settings),
        },
      ];
    }),
  );
}

/** Whether the pod of an image may run on an operating system. */
export function mayRunOn(os: OperatingSystem | undefined, { verdict }: UsedImage): boolean {
  return os === undefined || verdict.os === os || !(isCertain(verdict.certainty) || verdict.os === 'none');
}

/** The references of images by their whole names, in order. */
export function referencesIn(files: readonly ImagesOfFile[]): ReadonlyMap<string, ImageReference> {
  const found = files.flatMap(({ images }) =>
    images.flatMap(({ reference }) =>
      reference === undefined ? [] : [[canonicalName(reference), reference] as const],
    ),
  );
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
