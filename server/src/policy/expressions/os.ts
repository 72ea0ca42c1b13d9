import { type Expressions, onImage, onPod } from '../expression.ts';
import { osOfRepository } from '../images.ts';

export const OS: Expressions<'os'> = {
  'os/conflicts-with-image': onImage(
    `(variables.spec.?os.name.orValue("") == "windows" && image.os == "linux") || (variables.isForLinux && image.os == "windows")`,
  ),
  'os/conflicts-with-node-constraint': onPod(
    'variables.spec.?os.name.orValue("") == "linux" ? variables.onWindows && !variables.onLinux : variables.spec.?os.name.orValue("") == "windows" && variables.onLinux && !variables.onWindows',
  ),
  'os/mixed-os-containers': (settings) => ({
    ...onPod(
      'variables.images.exists(image, image.os == "windows") && variables.images.exists(image, image.os == "linux")',
    ),
    cases: [
      [
        'the repositories identify both operating systems',
        `[variables.images.map(image, ${osOfRepository(settings)})].exists(all, "windows" in all && "linux" in all)`,
      ],
      ['only a tag identifies one of the operating systems', 'true'],
    ],
  }),
  'os/name-invalid': { when: 'value != "" && !(value in ["windows", "linux"])' },
  'os/name-recommended': onPod('!has(variables.spec.os)'),
  'os/name-required': onPod('has(variables.spec.os) && variables.spec.os.?name.orValue("") == ""'),
  'os/pod-label-mismatch': {
    when: '(value != "windows" && variables.isForWindows) || (value != "linux" && variables.isForLinux)',
  },
  'os/windows-options-on-linux-node': {
    when: '!has(variables.spec.os) && variables.onLinux && !variables.onWindows && value.exists(key, key != "hostProcess" || value[key] == true)',
  },
  'os/windows-options-on-linux-pod': { when: 'variables.spec.?os.name.orValue("") == "linux"' },
};
