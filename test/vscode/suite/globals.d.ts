/** The part of mocha's "tdd" interface that the suite uses. */
declare function suite(title: string, body: () => void): void;
declare function suiteSetup(body: () => Promise<void>): void;
declare function suiteTeardown(body: () => Promise<void>): void;
declare function test(title: string, body: () => Promise<void>): void;
declare function teardown(body: () => Promise<void>): void;
