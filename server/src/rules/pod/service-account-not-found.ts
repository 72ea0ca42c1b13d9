import type { Rule } from '../../lint/rule.ts';
import { checkName } from '../../rule-kit/missing-object.ts';
import { code } from '../../rule-kit/sources.ts';

export default {
  id: 'pod/service-account-not-found',
  code: 'KW1107',
  title: 'Misspelled service account',
  gate: 'windows',
  pod: {
    watches: ['spec.serviceAccountName'],
    check(field, { object, facts, report }) {
      // Each namespace has an account `default`.
      if (field.string === 'default') return;
      checkName(field, 'ServiceAccount', facts, object.namespace, report);
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: '',
      seen: 'error looking up service account shop/webap: serviceaccount "webap" not found',
    },
  ],
  since: '0.2',
  why: `A service account must exist in the namespace before you create a pod that refers to it; otherwise, admission
denies the pod. The workspace has another service account with nearly the same name. If the cluster has both, suppress
this rule here.`,
  sources: [
    {
      title: 'Kubernetes documentation: Configure Service Accounts for Pods',
      url: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/',
    },
    code('kubernetes/kubernetes plugin/pkg/admission/serviceaccount/admission.go'),
  ],
} satisfies Rule;
