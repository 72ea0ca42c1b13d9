import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'service/preserve-destination',
  title: 'Annotation preserve-destination with a value that is not understood',
  gate: 'object',
  objects: [
    {
      kind: 'Service',
      group: '',
      watches: ['metadata.annotations[preserve-destination]'],
      *check(field) {
        const value = field.source;
        const isString = field.string !== undefined;
        if (value === undefined || field.string === 'true' || field.string === 'false') return;
        if (isString && isPlaceholder(value)) return;
        const meant = MEANT[value.toLowerCase()];
        yield {
          at: field.valueSpan,
          ...(isString ? {} : { case: 'the value is not a string' }),
          message: isString
            ? message('`{0}` is neither `"true"` nor `"false"`.', value)
            : message('`{0}` is no string here, but annotations are strings.', value),
          fixes:
            meant === undefined
              ? []
              : [
                  {
                    title: isString ? `Change \`${value}\` to \`${meant}\`` : `Quote \`${value}\``,
                    safety: 'review',
                    changes: [{ kind: 'replace', path: field.path, value: meant }],
                  },
                ],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.20',
      case: 'the value is not a string',
      result: 'The API server cannot read this Service.',
      seen: 'cannot unmarshal bool into Go struct field ObjectMeta.metadata.annotations of type string',
    },
    { effect: 'differs', since: '1.20', result: 'kube-proxy takes it for `"false"`.' },
  ],
  why: `With \`preserve-destination: "true"\` packets reach Windows pods with the address of the Service as their destination, where
kube-proxy uses Direct Server Return. It compares the text to the letter, and a bare \`true\` is a boolean to YAML.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;

const MEANT: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
};
