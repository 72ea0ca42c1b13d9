import { isUserNameOpen, type UserNameFault, userNameFaults } from '../windows/user-name.ts';
import { inSecurityContexts } from './forbidden-field.ts';
import type { Field, Fix, Message, PodContext, Rule } from './rule.ts';
import { code, docs } from './sources.ts';

interface UserNameRule extends Pick<Rule, 'since'> {
  readonly fault: UserNameFault;
  readonly title: string;
  /** The sentence on this pod. */
  readonly says: (name: string) => Message;
  /** The name that was meant, where that can be told; it is offered if the server takes it. */
  readonly meant?: (name: string, field: Field) => string | undefined;
  readonly fixes?: (field: Field, context: PodContext) => readonly Fix[];
  /** The end of the server's refusal. */
  readonly seen: string;
  readonly why: string;
}

/** A rule for one of the things that the API server refuses in a `runAsUserName`, whatever the pod is for. */
export function userNameRule({ fault, title, since, says, meant, fixes, seen, why }: UserNameRule): Rule {
  return {
    id: `run-as-user-name/${fault}`,
    title,
    ...(since === undefined ? {} : { since }),
    gate: 'any',
    pod: {
      watches: inSecurityContexts('windowsOptions.runAsUserName'),
      *check(field, context) {
        const name = field.string;
        if (name === undefined || isUserNameOpen(name) || !userNameFaults(name).includes(fault)) return;
        const better = meant?.(name, field);
        const isTaken = better !== undefined && userNameFaults(better).length === 0;
        yield {
          at: field.valueSpan,
          message: says(name),
          fixes: [...(isTaken ? [changeUserName(field, better)] : []), () => fixes?.(field, context) ?? []],
        };
      },
    },
    outcomes: [{ effect: 'rejected', since: '1.17', seen }],
    why,
    sources: [
      docs.runAsUserName,
      code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsSecurityContextOptions'),
    ],
  };
}

/** The fix that gives another name. */
export function changeUserName(field: Field, name: string): Fix {
  return {
    title: `Change \`runAsUserName\` to \`${name}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: name }],
  };
}
