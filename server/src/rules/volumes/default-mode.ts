import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** 0644, which the API server sets in every such volume. */
const DEFAULT_MODE = 420;

export default {
  id: 'volumes/default-mode',
  code: 'KW1223',
  title: 'Volume defaultMode on Windows',
  gate: 'windows',
  pod: {
    watches: ['secret', 'configMap', 'downwardAPI', 'projected'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
    check(field, { report }) {
      if (!Number.isInteger(field.number) || field.number === DEFAULT_MODE) return;
      report({
        at: field.span,
        message: message(
          '`defaultMode: {0}` is not applied to volume `{1}`: Windows uses ACLs instead of mode bits.',
          field.source ?? '',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The files inherit the ACL of their directory.' }],
  why: `A mode such as \`0400\` has no equivalent in NTFS, where access control lists (ACLs) control access; at most,
the read-only attribute changes. If a program checks the permissions of its key files, as ssh does, set their ACLs when
the container starts.`,
  sources: [
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_SecretVolumeSource'),
  ],
} satisfies Rule;
