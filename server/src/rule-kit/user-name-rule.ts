import type { Field, Fix, Message, PodContext, Rule } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { isUserNameUnknown, type UserNameFault, userNameFaults } from '../windows/user-name.ts';
import { inSecurityContexts } from './field-patterns.ts';
import { type RuleHead, ruleOf } from './rule-head.ts';
import { code, docs } from './sources.ts';

interface UserNameRule extends RuleHead {
  readonly fault: UserNameFault;
  /** The message for this name. */
  readonly messageFor: (name: string) => Message;
  /** The name that was probably intended, offered if the API server accepts it. */
  readonly intended?: (name: string, field: Field) => string | undefined;
  readonly fixes?: (field: Field, context: PodContext) => readonly Fix[];
  /** The end of the API server's error message. */
  readonly seen: string;
}

/** A rule for one of the faults for which the API server rejects a `runAsUserName`, on any pod. */
export function userNameRule(definition: UserNameRule): Rule {
  const { fault, messageFor, intended, fixes, seen } = definition;
  return ruleOf(definition, {
    gate: 'any',
    pod: {
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      check(field, context) {
        const name = field.string;
        if (name === undefined || isUserNameUnknown(name) || !userNameFaults(name).includes(fault)) return;
        const suggestion = intended?.(name, field);
        const isValid = suggestion !== undefined && userNameFaults(suggestion).length === 0;
        context.report({
          at: field.valueSpan,
          message: messageFor(name),
          fixes: [...(isValid ? [changeUserName(field, suggestion)] : []), () => fixes?.(field, context) ?? []],
        });
      },
    },
    outcomes: [{ effect: 'rejected', since: '1.17', seen }],
    sources: [
      docs.runAsUserName,
      code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsSecurityContextOptions'),
    ],
  });
}

/** The fix that changes the user name. */
export function changeUserName(field: Field, name: string): Fix {
  return {
    title: t`Change \`runAsUserName\` to \`${name}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: name }],
  };
}
