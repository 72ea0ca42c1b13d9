import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { commandLineOf, PROBE_COMMANDS, programName } from '../../rule-kit/commands.ts';

export default {
  id: 'command/probe-timeout',
  code: 'KW1012',
  title: 'PowerShell probe with a timeout of 1 second',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: PROBE_COMMANDS,
    check(list, { once, report }) {
      const program = once(list, commandLineOf)?.program;
      const probe = list.parent?.parent;
      const timeout = probe?.get('timeoutSeconds');
      if (program === undefined || probe === undefined) return;
      if (!['powershell', 'pwsh'].includes(programName(program.text))) return;
      // The default is 1.
      if (timeout !== undefined && timeout.number !== 1) return;
      const longerTimeout: Fix = {
        title: 'Set `timeoutSeconds` to 10',
        safety: 'review',
        changes: [
          timeout === undefined
            ? { kind: 'insert', path: [...probe.path, 'timeoutSeconds'], value: 10 }
            : { kind: 'replace', path: timeout.path, value: 10 },
        ],
      };
      report({
        at: program.field.valueSpan,
        field: program.field.path,
        message: message('`{0}` often takes longer than 1 second to start, and then the probe fails.', program.text),
        fixes: [longerTimeout],
      });
    },
  },
  outcomes: [{ effect: 'advice', since: '1.20', result: 'Set a longer `timeoutSeconds`.' }],
  why: `The default of \`timeoutSeconds\` is 1. Each probe starts a new PowerShell process, which may take seconds in
a container with a CPU limit or on a busy node. Set a longer \`timeoutSeconds\`, or use an \`httpGet\` or
\`tcpSocket\` probe, which starts no process.

Since Kubernetes 1.20, the timeout also applies to \`exec\` probes.`,
  sources: [
    {
      title: 'Kubernetes documentation: Configure Liveness, Readiness and Startup Probes',
      url: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
    },
    {
      title: 'Azure/AKS issue 2256: timeoutSeconds configuration value will default to 1 second in K8s 1.20',
      url: 'https://github.com/Azure/AKS/issues/2256',
    },
  ],
} satisfies Rule;
