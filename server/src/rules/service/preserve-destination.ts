import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'service/preserve-destination',
  code: 'KW1188',
  title: 'Invalid value of the preserve-destination annotation',
  gate: 'object',
  objects: [
    {
      kind: 'Service',
      group: '',
      watches: ['metadata.annotations[preserve-destination]'],
      check(field, { report }) {
        const value = field.source;
        const isString = field.string !== undefined;
        if (value === undefined || field.string === 'true' || field.string === 'false') return;
        if (isString && isPlaceholder(value)) return;
        const intended = SPELLINGS[value.toLowerCase()];
        report({
          at: field.valueSpan,
          ...(isString ? {} : { case: 'the value is not a string' }),
          message: isString
            ? message('`preserve-destination: {0}` is neither `"true"` nor `"false"`.', value)
            : message('`preserve-destination: {0}` is not a string, and annotation values must be strings.', value),
          fixes:
            intended === undefined
              ? []
              : [
                  {
                    title: isString ? t`Change \`${value}\` to \`${intended}\`` : t`Quote \`${value}\``,
                    safety: 'review',
                    changes: [{ kind: 'replace', path: field.path, value: intended }],
                  },
                ],
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.20',
      case: 'the value is not a string',
      result: 'The API server rejects this Service.',
      seen: 'cannot unmarshal bool into Go struct field ObjectMeta.metadata.annotations of type string',
    },
    { effect: 'differs', since: '1.20', result: 'On Windows, kube-proxy treats the value as `"false"`.' },
  ],
  why: `With \`preserve-destination: "true"\` and Direct Server Return in kube-proxy, packets reach Windows pods with
the IP address of the Service as their destination. The value is case-sensitive. YAML reads an unquoted \`true\` as a
boolean, so quote the value.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;

const SPELLINGS: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
};
