/** Result of one test file. */
export interface FileResult {
  file: string
  passed: number
  failed: number
  /** From the start of its import to the end of its last hook. */
  seconds: number
  /** Full name and reason of each failed test. */
  reasons: string[]
}

/** Results by file of a JUnit report of `bun test`, whose suites of the first level are the files. */
export function readReport(xml: string): FileResult[] {
  return xml
    .split(/^ {2}(?=<testsuite )/m)
    .slice(1)
    .map((suite) => {
      const value = attributesOf(/<testsuite ([^>]*)>/.exec(suite)?.[1])
      const failed = Number(value('failures'))
      return {
        file: value('file'),
        passed: Number(value('tests')) - failed - Number(value('skipped')),
        failed,
        seconds: Number(value('time')),
        reasons: failed > 0 ? reasonsIn(suite) : [],
      }
    })
}

/** A failed test: its attributes, those of the failure, and the failure's text, which may be missing. */
const failedTest = /<testcase ([^>]*[^/])>\s*<failure ([^>]*?)(?:\/>|>([^<]*)<\/failure>)/g

function reasonsIn(suite: string): string[] {
  return [...suite.matchAll(failedTest)].map(([, testCase, failure, text]) => {
    const [test, why] = [attributesOf(testCase), attributesOf(failure)]
    const name = [test('classname'), test('name')].filter(Boolean).join(' > ')
    return `${name}\n${(text ? decodeXml(text) : why('message')).trim()}`
  })
}

/** Reads an attribute; empty when there is none. */
const attributesOf =
  (attributes = '') =>
  (name: string) =>
    decodeXml(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const decodeXml = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (characters[name] ?? whole),
  )
