import { readdirSync, readFileSync } from 'node:fs';

/** A limit of Kubewin from the user's point of view. */
export interface Limit {
  /** The constant: file and name. */
  readonly constant: string;
  /** What is limited; `{n}` is the limit. */
  readonly limit: string;
  /** What happens beyond it. */
  readonly beyond: string;
  /** File and title of the test that goes beyond it. */
  readonly test: readonly [file: string, title: string];
}

const LIMITS_TEST = 'test/repository/limits.test.ts';
const HELM_TEST = 'test/helm/bounds.test.ts';
const OWN_RULES_TEST = 'test/lint/own-rules.test.ts';
const CEL_TEST = 'test/lint/own-rules-cel.test.ts';

/** In the order of the page. */
export const LIMITS: readonly Limit[] = [
  {
    constant: 'server/src/workspace/reading.ts MAX_BYTES',
    limit: 'A file has {n} bytes',
    beyond: 'The file is not read. The command line reports "The file is larger than 10 MB" and exits with 2.',
    test: ['test/workspace/disk.test.ts', 'returns a fault for what it cannot read'],
  },
  {
    constant: 'server/src/workspace/large-input.ts MAX_LIST_BYTES',
    limit: 'A list or stream of documents that is named, or on standard input, has {n} bytes',
    beyond:
      'Nothing of it is checked. The command line reports "The input is larger than 250 MB" and exits with 2. Of more than 10 MB, only the objects that can matter are kept. They are checked in parts, and not fixed. With a directive for the whole file, they can have 10 MB.',
    test: ['test/cli/large-input.test.ts', 'stops reading beyond the limit'],
  },
  {
    constant: 'server/src/workspace/archive.ts MAX_CONTENT_BYTES',
    limit: 'A packed chart has {n} bytes when unpacked, with the charts that are packed in it',
    beyond: 'The archive is not read, and charts that need it are incomplete.',
    test: ['test/workspace/archive.test.ts', 'does not read more than 50 MB, in archives within archives either'],
  },
  {
    constant: 'server/src/yaml/read/document.ts MAX_LEXEMES',
    limit: 'A file with manifests has {n} YAML tokens',
    beyond: 'The file is not read. The command line reports "The file has too many YAML tokens" and exits with 2.',
    test: ['test/cli/bad-input.test.ts', 'rejects more tokens than fit into memory, in %s'],
  },
  {
    constant: 'server/src/yaml/read/document.ts MAX_LEXEMES_OF_DOCUMENT',
    limit: 'A document has {n} YAML tokens',
    beyond: 'The document is not checked. The command line reports "The document is too large".',
    test: ['test/cli/bad-input.test.ts', 'rejects a document that does not fit into memory'],
  },
  {
    constant: 'server/src/kubernetes/manifest-text.ts MAX_OBJECT_LENGTH',
    limit: 'An object has {n} characters, without spaces, line breaks and comments',
    beyond:
      'The object is not checked: the API server does not accept it. The command line reports "The object is larger than 3 MB" and exits with 2.',
    test: ['test/cli/bad-input.test.ts', 'does not check an object that the API server does not accept'],
  },
  {
    constant: 'server/src/yaml/read/document.ts MAX_DEPTH',
    limit: 'A document is nested {n} levels deep',
    beyond: 'The document is not checked. The command line reports "The document is nested too deeply".',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/read/document.ts MAX_ERRORS',
    limit: 'A document has {n} syntax errors',
    beyond: 'What is above the next error is checked, and the rest is not.',
    test: ['test/yaml/broken.test.ts', 'reads the text above the errors if there are too many of them'],
  },
  {
    constant: 'server/src/yaml/read/document.ts MAX_FAULTS',
    limit: 'The parser reports {n} errors of a document, while syntax errors are masked one by one',
    beyond: 'What is above the first syntax error is checked, and the rest is not.',
    test: ['test/yaml/broken.test.ts', 'reads the text above the first error if it causes too many others'],
  },
  {
    constant: 'server/src/yaml/read/aliases.ts MAX_FIELDS',
    limit: 'Aliases and merge keys of a document add up to {n} fields',
    beyond: 'Further fields are unknown, and rules that need them report nothing.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/read/aliases.ts MAX_MERGES',
    limit: 'Merge keys (`<<`) lead {n} levels down',
    beyond: 'Further fields are unknown, and rules that need them report nothing.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/edit/plain.ts MAX_VALUES',
    limit: 'A document has {n} values after its aliases are resolved',
    beyond: 'Fixes that can only be verified in the whole document are not offered.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/edit/plain.ts MAX_DEPTH',
    limit: 'A document is {n} levels deep after its aliases are resolved',
    beyond: 'Fixes that can only be verified in the whole document are not offered.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/read/template.ts MAX_BRANCHES',
    limit: 'A template has {n} branches',
    beyond: 'The content of further branches is not checked.',
    test: ['test/yaml/branches.test.ts', 'lists each branch once, and at most 100 of them'],
  },
  {
    constant: 'server/src/yaml/read/template.ts MAX_BRANCH_CHARACTERS',
    limit: 'The branches of a template, times its characters, are {n}',
    beyond: 'The content of further branches is not checked.',
    test: ['test/yaml/branches.test.ts', 'lists fewer branches of a long document, which is checked once for each'],
  },
  {
    constant: 'server/src/lint/directives/directive.ts MAX_LENGTH',
    limit: 'A comment with a directive has {n} characters',
    beyond: 'The rest of the comment is ignored.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/windows/images.ts MAX_LENGTH',
    limit: 'The name of an image has {n} characters',
    beyond: 'Registry, repository and tag are unknown.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/kubernetes/chart-values.ts MAX_PATH',
    limit: 'The path of a node selector in `values.yaml` has {n} characters',
    beyond: 'The node selector is not evidence for templates that use it.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/workspace/document-facts.ts MAX_MANIFEST',
    limit: 'A manifest or patch that Kustomize uses has {n} characters',
    beyond: 'The manifest is checked by itself, without Kustomize.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/kubernetes/kustomization.ts MAX_ENTRIES',
    limit: 'A Kustomize file has {n} resources, patches, images or replacements',
    beyond: 'Further entries are ignored.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/kubernetes/rendering.ts MAX_LEVELS',
    limit: 'Kustomize files build on each other over {n} levels',
    beyond: 'The manifests are checked by themselves, without Kustomize.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/kubernetes/rendering.ts MAX_STEPS',
    limit: 'What a Kustomize file builds takes {n} steps',
    beyond: 'The manifests are checked by themselves, without Kustomize.',
    test: ['test/workspace/kustomize.test.ts', 'levels that double the number of objects'],
  },
  {
    constant: 'server/src/kubernetes/rendering.ts MAX_TOTAL_STEPS',
    limit: 'All Kustomize files of a folder together take {n} steps',
    beyond:
      'From this Kustomize file on, the manifests are checked by themselves. The command line and the log of the editor report "The Kustomize files build too many objects".',
    test: ['test/workspace/kustomize-budget.test.ts', 'does not build what exceeds the steps of a folder'],
  },
  {
    constant: 'server/src/workspace/uri.ts MAX_PATH',
    limit: 'A path in a Kustomize file has {n} characters',
    beyond: 'The path is ignored.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/workspace/node-disk.ts MAX_IGNORE_FILE',
    limit: 'A `.gitignore` has {n} bytes',
    beyond: 'The `.gitignore` is ignored.',
    test: ['test/workspace/disk.test.ts', 'ignores a .gitignore that is too large'],
  },
  {
    constant: 'server/src/lint/settings/config.ts MAX_LENGTH',
    limit: 'A `.kubewin.yaml` has {n} characters',
    beyond: 'The defaults apply. The editor shows an error in the file, and the command line exits with 2.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/lint/settings/config.ts MAX_GLOBS',
    limit: 'A `.kubewin.yaml` has {n} globs in `exclude` and `overrides`',
    beyond: 'Further globs are ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/workspace/config-bases.ts MAX_BASES',
    limit: '{n} configuration files extend each other',
    beyond: 'Further ones are not read. The editor shows an error in the last one, and the command line exits with 2.',
    test: ['test/cli/extends.test.ts', 'extends with %s is a fault at its place'],
  },
  {
    constant: 'server/src/own-rules/read.ts MAX_OWN_RULES',
    limit: 'A `.kubewin.yaml` defines {n} rules',
    beyond: 'Further rules are ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [OWN_RULES_TEST, 'there are not too many rules'],
  },
  {
    constant: 'server/src/own-rules/read.ts MAX_FIELDS',
    limit: 'A rule of users checks {n} fields',
    beyond: 'The rule is ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [OWN_RULES_TEST, 'too many fields'],
  },
  {
    constant: 'server/src/own-rules/read.ts MAX_MESSAGE',
    limit: 'The message of a rule of users has {n} characters',
    beyond: 'The rule is ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [OWN_RULES_TEST, 'a message that is too long'],
  },
  {
    constant: 'server/src/own-rules/read.ts MAX_EXPRESSION',
    limit: 'The condition of a rule of users has {n} characters',
    beyond: 'The rule is ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [OWN_RULES_TEST, 'an expression that is too long'],
  },
  {
    constant: 'server/src/own-rules/cel.ts MAX_NESTING',
    limit: 'The condition of a rule of users is nested {n} levels deep',
    beyond: 'The rule is ignored. The editor shows an error in the file, and the command line exits with 2.',
    test: [CEL_TEST, 'a fault of the evaluation: %s'],
  },
  {
    constant: 'server/src/own-rules/variables.ts MAX_STEPS',
    limit: 'The condition of a rule of users takes {n} steps for one pod',
    beyond:
      'The rule is not evaluated for this pod. The editor shows an error in `.kubewin.yaml`, and the command line exits with 2.',
    test: [OWN_RULES_TEST, 'too many steps'],
  },
  {
    constant: 'server/src/images/image-lock.ts MAX_LENGTH',
    limit: 'A `.kubewin-images.yaml` has {n} characters',
    beyond: 'The file is ignored, and the platforms of images are unknown.',
    test: ['test/images/image-lock.test.ts', 'a file that is too long is not read'],
  },
  {
    constant: 'server/src/registry/http.ts MAX_BYTES',
    limit: 'An answer of a registry has {n} bytes',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/http.test.ts', 'has at most 4 MB'],
  },
  {
    constant: 'server/src/registry/http.ts MAX_REDIRECTS',
    limit: 'A registry redirects a request {n} times',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/http.test.ts', 'are not followed forever'],
  },
  {
    constant: 'server/src/registry/retry.ts MAX_TRIES',
    limit: 'A busy registry is asked {n} times',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/client.test.ts', 'is asked four times, with longer and longer pauses'],
  },
  {
    constant: 'server/src/registry/retry.ts MAX_WAIT',
    limit: 'A registry can ask to wait for {n} milliseconds',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/client.test.ts', 'is not waited for longer than a minute'],
  },
  {
    constant: 'server/src/registry/registry-client.ts MAX_LEVELS',
    limit: 'Indexes of an image are nested {n} levels deep',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/registry.test.ts', 'errors name the image and say what to do'],
  },
  {
    constant: 'server/src/registry/registry-client.ts MAX_MANIFESTS',
    limit: 'An image has {n} platforms, and {n} manifests whose platforms its index does not name',
    beyond: 'The image is reported as unreadable.',
    test: ['test/registry/client.test.ts', 'has a limited number of platforms and of manifests without them'],
  },
  {
    constant: 'server/src/registry/credentials.ts HELPER_LIMIT',
    limit: 'A credential helper takes {n} milliseconds',
    beyond: 'A warning names the helper, and the registry is asked without credentials.',
    test: [
      'test/registry/credentials.test.ts',
      '%s that runs %j is reported, and the registry is read without credentials',
    ],
  },
  {
    constant: 'server/src/registry/credentials.ts MAX_OUTPUT',
    limit: 'A credential helper prints {n} characters',
    beyond: 'A warning names the helper, and the registry is asked without credentials.',
    test: [
      'test/registry/credentials.test.ts',
      '%s that runs %j is reported, and the registry is read without credentials',
    ],
  },
  {
    constant: 'client/src/kubectl.ts MAX_TIME',
    limit: 'kubectl takes {n} milliseconds for one command of *Read Cluster*',
    beyond: 'It is ended. A message says so, or a note if only the release is missing.',
    test: [
      'test/client/kubectl.test.ts',
      'is ended if it takes too long, also if it ignores signals and its child keeps the output open',
    ],
  },
  {
    constant: 'server/src/cli/inputs/kubectl.ts MAX_TIME',
    limit: 'kubectl takes {n} milliseconds for one command of `kubectl kubewin`',
    beyond: 'It is ended, a message says so, and the exit code is 2.',
    test: ['test/cli/cluster.test.ts', 'hangs, and so does a child of it'],
  },
  {
    constant: 'client/src/kubectl.ts MAX_OUTPUT',
    limit: 'kubectl prints {n} bytes',
    beyond: 'It is ended, and a message says so.',
    test: ['test/client/kubectl.test.ts', 'is ended if it prints more than 64 MB'],
  },
  {
    constant: 'server/src/cache/cache-folder.ts MAX_CACHE_BYTES',
    limit: 'The folder of `--cache`, or that of the editor, has {n} bytes',
    beyond:
      'What was used longest ago is removed. Of a run that is larger by itself, less is kept or nothing, and the next run checks again.',
    test: ['test/cache/cache-folder.test.ts', 'what was used longest ago is removed first'],
  },
  {
    constant: 'server/src/lint/settings/settings.ts MAX_VALUE_SETS',
    limit: 'A chart has {n} sets of values',
    beyond:
      'Sets of further releases do not count. With more in an entry, the chart is checked with its own values, and the entry is reported.',
    test: ['test/lint/settings.test.ts', 'reads %s from %j'],
  },
  {
    constant: 'server/src/text/glob.ts MAX_STARS',
    limit: 'A glob in `exclude` or `overrides` has {n} `**`, and {n} `*` in a name',
    beyond: 'The glob matches nothing. The editor shows a warning, and the command line exits with 2.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/text/glob.ts MAX_LENGTH',
    limit: 'A glob in `exclude` or `overrides` has {n} characters',
    beyond: 'The glob matches nothing. The editor shows a warning, and the command line exits with 2.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/yaml/read/scalars.ts MAX_SEARCHED',
    limit: 'A string in a command, or in the value of an environment variable, has {n} characters',
    beyond: 'Rules that search in such a string report nothing.',
    test: ['test/rules/long-texts.test.ts', '%s searches texts of up to 4,096 characters'],
  },
  {
    constant: 'server/src/rule-kit/commands.ts MAX_TEXTS',
    limit: 'A container has {n} arguments and environment variables',
    beyond: 'Linux paths that may be named in one of them are not reported.',
    test: ['test/rules/long-texts.test.ts', 'assumes that one of more than 1,000 texts may name a folder'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_STEPS',
    limit: 'What a chart renders takes {n} steps',
    beyond: 'This template and those behind it are read as they are written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_TEMPLATE_OUTPUT',
    limit: 'A value in a chart, or the output of a template, has {n} characters',
    beyond: 'The template is read as it is written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_PIECES',
    limit: 'A text in a chart has {n} parts of different origin',
    beyond: 'The template is read as it is written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_CHART_OUTPUT',
    limit: 'The output of all templates of a chart has {n} characters',
    beyond: 'Further templates are read as they are written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_ITEMS',
    limit: 'A `range` or a list in a template has {n} items',
    beyond: 'The template is read as it is written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_INCLUDES',
    limit: '`include`, `template` and `tpl` lead {n} levels down',
    beyond: 'The template is read as it is written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_NESTING',
    limit: 'Branches, parentheses and included templates are nested {n} levels deep',
    beyond: 'The template is read as it is written, without values.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_NESTED_BRANCHES',
    limit: 'Branches of a template are nested {n} levels deep',
    beyond: 'Deeper branches are not recognized.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_PARENTHESES',
    limit: 'Parentheses in a template action are nested {n} levels deep',
    beyond: 'The output of the action is unknown.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_VALUE_DEPTH',
    limit: 'Lists and maps in a template are nested {n} levels deep',
    beyond: 'Deeper values are unknown.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_SUBCHARTS',
    limit: 'Subcharts are nested {n} levels deep',
    beyond: 'Deeper subcharts are not rendered.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_REGEX',
    limit: 'A regular expression in a template has {n} characters',
    beyond: 'The result of the function is unknown.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_REGEX_STEPS',
    limit: 'A search with a regular expression in a template takes {n} steps',
    beyond: 'The result of the function is unknown.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_WIDTH',
    limit: 'A width or precision in `printf` is {n}',
    beyond: 'The result of the function is unknown.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_NESTED_NAMES',
    limit: 'A key of `--set` has {n} names',
    beyond: 'The command line reports it, as Helm does, and exits with 2.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/helm/bounds.ts MAX_SET_INDEX',
    limit: 'The index of a list in `--set` is {n}',
    beyond: 'The command line reports it, as Helm does, and exits with 2.',
    test: [HELM_TEST, 'within and beyond the limit: %s'],
  },
  {
    constant: 'server/src/yaml/read/data.ts MAX_VALUES',
    limit: 'The values of a chart have {n} values after aliases are resolved',
    beyond: 'All values are unknown.',
    test: [HELM_TEST, 'values of which there are too many are unknown'],
  },
  {
    constant: 'server/src/workspace/disk.ts MAX_FOLDERS',
    limit: 'A path that a pattern in `exclude` matches has {n} names',
    beyond: 'The file is checked.',
    test: ['test/workspace/disk.test.ts', 'does not exclude paths with too many folders'],
  },
  {
    constant: 'server/src/cli/formats/markdown.ts MAX_COMMENT',
    limit: 'A comment for a pull request (`--format markdown`) has {n} characters',
    beyond: 'Further findings are left out, and the comment says how many.',
    test: [
      'test/cli/formats.test.ts',
      'a comment does not exceed the limit of GitHub, and counts findings that are left out',
    ],
  },
  {
    constant: 'server/src/cli/inputs/read-manifests.ts MAX_THOROUGH',
    limit: 'The command line reads {n} characters in all',
    beyond: 'Syntax errors are reported in files that are named, and in documents in which something can be found.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/lsp/configuration.ts MAX_SETTINGS_WAIT',
    limit: 'An editor takes {n} milliseconds to send the settings',
    beyond: 'The defaults apply until the settings arrive.',
    test: ['test/lsp/settings.test.ts', 'uses the defaults until a slow client sends its settings'],
  },
  {
    constant: 'server/src/lsp/session.ts MAX_DISK_WAIT',
    limit: 'A disk takes {n} milliseconds to read the `.kubewin.yaml` for a document',
    beyond: 'The settings of the editor apply until it is read.',
    test: ['test/lsp/storms.test.ts', 'responds to requests for an open document while the disk is slow'],
  },
  {
    constant: 'server/src/lsp/diagnostics.ts MAX_PENDING_REQUESTS',
    limit: 'An editor has {n} pending `workspace/diagnostic` requests',
    beyond: 'The oldest request gets an answer without items.',
    test: ['test/lsp/storms.test.ts', 'keeps only the last of 500 pending requests'],
  },
  {
    constant: 'server/src/lsp/linter-files.ts MAX_FOLDERS',
    limit: 'A configuration file of another linter is searched in {n} folders, from that of the manifest upward',
    beyond: 'Its checks are not offered to be skipped.',
    test: ['test/lsp/other-linters.test.ts', 'searches a limited number of folders'],
  },
  {
    constant: 'client/src/startup.ts MAX_FILES',
    limit: 'VS Code searches {n} YAML files for a manifest when it starts',
    beyond: 'The server starts when a YAML file is opened.',
    test: [LIMITS_TEST, 'within and beyond: %s'],
  },
  {
    constant: 'server/src/agents/tools.ts MAX_TEXT',
    limit: 'A language model checks or fixes a text of {n} characters',
    beyond: 'The tool returns an error.',
    test: ['test/agents/tools.test.ts', 'of %s are not valid: %j'],
  },
  {
    constant: 'server/src/agents/findings.ts MAX_FINDINGS',
    limit: 'A language model gets {n} findings at once',
    beyond: 'The least severe findings are left out, and the result says how many.',
    test: ['test/agents/tools.test.ts', 'has at most so many findings, the worst first, and counts the others'],
  },
  {
    constant: 'server/src/agents/findings.ts MAX_CHARACTERS',
    limit: 'A language model gets findings of {n} characters at once',
    beyond: 'The least severe findings are left out, and the result says how many.',
    test: ['test/agents/tools.test.ts', 'has at most so many characters'],
  },
  {
    constant: 'server/src/cli/mcp/json-rpc.ts MAX_MESSAGE',
    limit: 'A message to `kubewin mcp` has {n} characters',
    beyond: 'The message is skipped, and answered with an error.',
    test: ['test/cli/mcp.test.ts', 'a huge line'],
  },
];

/** Constants with such names that do not limit what is checked, with their purpose. */
export const OTHERS: Readonly<Record<string, string>> = {
  'server/src/kubernetes/object.ts MAX_NAME_LENGTH': 'of Kubernetes',
  'server/src/kubernetes/controller.ts MAX_DEPTH': 'how many controllers above each other are looked up',
  'server/src/kubernetes/labels.ts MAX_LABEL_LENGTH': 'of Kubernetes',
  'server/src/text/nearest.ts MAX_WORD': 'of labels in DNS names',
  'server/src/windows/user-name.ts MAX_DOMAIN_LENGTH': 'of Kubernetes',
  'server/src/windows/user-name.ts MAX_USER_LENGTH': 'of Kubernetes',
  'server/src/rules/gmsa/credential-spec-too-large.ts MAX_LENGTH': 'of Kubernetes',
  'server/src/rules/run-as-user-name/longer-than-20.ts MAX_LENGTH': 'of Windows',
  'server/src/rules/service/too-many-backends.ts MAX_BACKENDS': 'of Windows',
  'server/src/cli/formats/teamcity.ts MAX_LENGTH': 'of TeamCity',
  'server/src/images/reference.ts MAX_NAME': 'of registries, and of DNS',
  'server/src/images/image-lock.ts MAX_FAULTS': 'how many faults of one file are shown',
  'server/src/images/image-lock.ts MAX_SHOWN': 'how much of a value a message shows',
  'server/src/windows/image-platforms.ts MAX_SHOWN': 'how many platforms a message shows',
  'server/src/images/image-lock.ts MAX_PART': 'of platforms',
  'server/src/helm/semver.ts MAX_LENGTH': 'of the library that Helm uses',
  'server/src/agents/tools.ts MAX_PATH': 'of operating systems',
  'server/src/agents/findings.ts MAX_WORKLOADS': 'how many workloads an answer lists',
  'server/src/agents/findings.ts MAX_NOTES': 'how many notes an answer lists',
  'server/src/agents/findings.ts MAX_EDITS': 'how long the edits of a fix in an answer are',
  'server/src/agents/fixes.ts MAX_APPLIED': 'how many fixes an answer lists',
  'server/src/agents/explain.ts MAX_RULES': 'how many rules an answer explains',
  'server/src/agents/explain.ts MAX_STEPS': 'how deep a field can be in a pod',
  'server/src/cli/mcp/tools.ts MAX_DIFF': 'how long a diff in an answer is',
  'server/src/cli/mcp/protocol.ts MAX_QUOTED': 'how much of a name a message shows',
  'server/src/helm/to-yaml.ts MAX_SIMPLE_KEY': 'of the library that Helm uses',
  'server/src/cli/inputs/stream.ts MAX_JSON': 'which lists are cut into items',
  'server/src/yaml/read/large-text.ts MAX_INDENTATION': 'how much indentation of an item is kept',
  'server/src/yaml/read/large-text.ts MAX_NESTING': 'beyond the nesting of documents that are checked',
  'server/src/yaml/edit/excerpt.ts MAX_BLANK_LINES': 'which lines of a document are copied for an edit',
  'server/src/lint/charts/with-rendered.ts MAX_SET_NAMES': 'how many names of sets a message shows',
  'server/src/lsp/status.ts MAX_PROPOSED': 'how many values files a status proposes',
  'server/src/lint/settings/config.ts MAX_FAULTS': 'how many faults of one file are shown',
  'server/src/lint/settings/config.ts MAX_SHOWN': 'how much of a value a message shows',
  'server/src/yaml/read/plain-reader.ts MAX_KEY': 'which keys are left to the parser',
  'server/src/yaml/read/scalars.ts MAX_NAME': 'which strings are copied out of the text of their file',
  'server/src/yaml/read/template.ts MAX_LENGTH': 'a longer action writes more than a value',
  'server/src/workspace/file-text.ts MAX_RECENT': 'how many reread texts are kept',
  'server/src/cli/scan/threads.ts MAX_THREADS': 'how many threads are started by default',
  'server/src/cli/scan/scan.ts MAX_TURN': 'how long the scan may block events',
  'server/src/cli/commands/rules.ts MAX_WIDTH': 'how wide a page is shown',
  'server/src/lsp/diagnostics.ts MAX_RESCANS': 'how many rescans a response waits for',
  'server/src/lsp/pace.ts MAX_PAUSE': 'how long work gives way to requests',
  'server/src/lsp/pace.ts MAX_BURST': 'how long the server waits for more of the same',
  'server/src/lint/charts/with-rendered.ts MAX_CONDITION': 'how much a finding shows',
  'server/src/lint/finding.ts MAX_NAME_LENGTH': 'how much a finding shows',
  'server/src/lsp/chart-navigation.ts MAX_VALUE': 'how much a hover shows',
  'server/src/lint/pages/explain.ts MAX_EVIDENCE': 'how much a hover shows',
  'server/src/lint/pages/value-facts.ts MAX_PLATFORMS': 'how much a hover shows',
  'server/src/rule-kit/storage-users.ts MAX_SHOWN': 'how much a finding shows',
  'server/src/rules/scheduling/no-fitting-node.ts MAX_TAINTS': 'how much a finding shows',
  'server/src/rule-kit/windows-selectors.ts MAX_RELATED': 'how much a finding shows',
  'server/src/cli/formats/text.ts MAX_FIXES': 'how many fixes are named',
  'server/src/windows/gmsa.ts MAX_SUGGESTIONS': 'how many fixes are offered',
  'server/src/lint/settings/cluster-offer.ts MAX_SHOWN': 'how much of a text of a cluster is shown',
  'server/src/lint/settings/cluster-offer.ts MAX_TEXTS': 'how many texts of a cluster are shown',
  'server/src/cli/inputs/kubectl.ts MAX_ERRORS': 'how much of the errors of kubectl is read',
  'server/src/workspace/kubectl-output.ts MAX_ERRORS': 'how many errors of kubectl are shown',
  'server/src/workspace/kubectl-output.ts MAX_LENGTH': 'how much of an error of kubectl is shown',
  'server/src/lint/completion/complete.ts MAX_NAMES': 'how many names are offered',
  'server/src/yaml/edit/slot.ts MAX_LINE_LENGTH': 'where completion is offered',
  'server/src/yaml/edit/slot.ts MAX_LINES': 'where completion is offered',
};

const ROOT = new URL('../../', import.meta.url);

/** The numeric constants of the sources with names such as MAX_BYTES, by file and name. */
export function constants(): ReadonlyMap<string, number> {
  const files = ['server/src/', 'client/src/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => folder + name.replaceAll('\\', '/')),
  );
  const named = /^(?:export )?const (MAX(?:_\w+)?|\w+_(?:LIMIT|BUDGET))(?:: number)? = ([\d_ *]+);$/gm;
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(named)].map(([, name, value = '']) => {
        const factors = value.split('*').map((factor) => Number(factor.replaceAll('_', '')));
        return [`${file} ${name}`, factors.reduce((product, factor) => product * factor)] as const;
      }),
    ),
  );
}

/** The page on limits. */
export function limitsPage(values: ReadonlyMap<string, number>): string {
  const rows = LIMITS.map(({ constant, limit, beyond, test: [file] }) => {
    const number = values.get(constant)?.toLocaleString('en-US') ?? '';
    return `| ${limit.replaceAll('{n}', number)} | ${beyond} | \`${file}\` |`;
  });
  return `# Limits

Kubewin reads files that nobody has checked before, so all of its work is limited. No manifest in practice reaches these
limits. In doubt, nothing is reported.

| up to | beyond this limit | test |
| --- | --- | --- |
${rows.join('\n')}

## Links

In a folder, Kubewin reads files, and symbolic links to files in the same folder. It does not follow other symbolic links.
To check such a file, name it on the command line, or open it in the editor.

## What --fix does not keep

\`--fix\` writes a new file next to the old one and renames it, so that no reader gets half of a file. If the process is
killed, each file has its old or its new content. A file \`.kubewin-….tmp\` may remain, and you can delete it. The files of
\`--format\` and \`--write-baseline\` are written in the same way.

- Kept: the mode, the owner and group if you may set them, line ends, and the byte order mark. A symbolic link remains one.
- Not kept: extended attributes, access control lists (ACLs), alternate data streams, and the time of creation. The new file
  gets those of a new file in its folder.
- Not written: a file with hard links, because its other names would keep the old content. Also files that are read-only,
  and files that changed after they were read. Each is reported, and the exit code is 2.
`;
}
