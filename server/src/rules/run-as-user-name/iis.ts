import type { Container } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { canBeAdministrator } from '../../rule-kit/accounts-for.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { changeUserName } from '../../rule-kit/user-name-rule.ts';
import { t } from '../../text/localize.ts';
import { account } from '../../windows/accounts.ts';
import { startsIis } from '../../windows/images.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-user-name/iis',
  code: 'KW1126',
  title: 'User that cannot start IIS',
  since: '0.2',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { pod, settings, report }) {
      const name = field.string;
      if (name === undefined || account(name) !== 'container-user') return;
      const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName');
      const found = contexts.filter(({ container, isHostProcess }) => !isHostProcess && startsIis(container));
      const [first] = found;
      if (first === undefined) return;
      const containers = found.map(({ container }) => container);
      report({
        at: field.valueSpan,
        message: message(
          '`runAsUserName: {0}` {effect}: `ServiceMonitor.exe` in `{1}` needs an administrator to start IIS.',
          name,
          first.container.name ?? '?',
        ),
        fixes: !canBeAdministrator(pod, containers)
          ? []
          : [
              found.length === contexts.length
                ? changeUserName(field, 'ContainerAdministrator')
                : setUserName(containers),
            ],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.16',
      result: 'The pod ends in CrashLoopBackOff.',
      seen: "ERROR: Failed to stop or query status of service 'w3svc' error [80070005]",
    },
  ],
  why: `The images of IIS, ASP.NET and WCF start \`ServiceMonitor.exe\`, which stops and starts the Windows service
\`w3svc\`. \`ContainerUser\` has no right to do so. Set \`ContainerAdministrator\`, which is also the default of these images.

IIS runs the application as the identity of its application pool, whatever \`runAsUserName\` is. To run without an
administrator, host the application without IIS.`,
  sources: [
    docs.runAsUserName,
    {
      title: 'microsoft/iis-docker issue 181: Non-root user not able to start w3svc',
      url: 'https://github.com/microsoft/iis-docker/issues/181',
    },
    {
      title: 'microsoft/IIS.ServiceMonitor issue 77',
      url: 'https://github.com/microsoft/IIS.ServiceMonitor/issues/77',
    },
    code('microsoft/IIS.ServiceMonitor src/ServiceMonitor/ServiceMonitor.cpp GetServiceHandle'),
    code('microsoft/iis-docker and microsoft/dotnet-framework-docker: ENTRYPOINT of the Dockerfiles'),
  ],
} satisfies Rule;

const USER_NAME = ['securityContext', 'windowsOptions', 'runAsUserName'];

function setUserName(containers: readonly Container[]): Fix {
  return {
    title: t`Set \`runAsUserName\` of the container to \`${'ContainerAdministrator'}\``,
    safety: 'review',
    changes: containers.map(({ field }: { readonly field: Field }) => ({
      kind: 'insert',
      path: [...field.path, ...USER_NAME],
      value: 'ContainerAdministrator',
    })),
  };
}
