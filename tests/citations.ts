import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Public sources: standards, and the documentation of the libraries that the product is built on. */
const publicSource =
  /\b(RFC \d+|ISO[ /][\w /-]*\d+|ECMA-\d+|WHATWG|W3C|WebAuthn|WCAG|ARIA|HTML|CSS|OWASP|ASVS|Unicode|APPNOTE|OpenAPI|OAuth|SQLite|Bun|Kysely|Ogg|Opus|Matroska|Noise|Signal|vCard|VAPID|X\.\d+)\b/

/** Names of documents outside of the repository, and numbers of their parts. */
const outside: [pattern: RegExp, unlessPublic?: true][] = [
  [/(?<!\.md )§/g, true],
  [/\bspecifications?\b/gi, true],
  [/\b(as|is|are) specified\b(?! (by|in|with|at|on)\b)/gi, true],
  [/\bpart \d §|\(part [12]\b/g],
  [/\b(server-behaviour|whatsapp-wire|build list|design notes?|open decision|decided in decisions)\b/gi],
  [/\b(decisions|receive|reliability|performance|libraries|ux|cluster)\.md\b/g],
  [/\b(experiment|finding|issue|requirement|observation) [A-Z]?\d+\b/g],
  [/\b(examiner|the reviewer|code review)\b/gi],
  [/\(([A-Z]\d{1,2}(\.\d+)?)(, [A-Z]\d{1,2}(\.\d+)?)*\)/g],
  [/\b[A-UW-Z]\d\.\d\b/g],
]

/** Citations of a text that a reader of the repository cannot follow. `file` is the text's own file. */
export const faultsOf = (text: string, file: string): string[] => [
  ...outside.flatMap(([pattern, unlessPublic]) =>
    [...text.matchAll(pattern)]
      .filter((match) => !(unlessPublic && publicSource.test(sentenceBefore(text, match.index))))
      .map((match) => `“${match[0]}” is not in the repository`),
  ),
  ...missingDecisions(text),
  ...missingDocuments(text, file),
]

/** Returns the words of the same sentence before a position, at most 80 characters. */
const sentenceBefore = (text: string, index: number) =>
  text
    .slice(Math.max(0, index - 80), index)
    .split(/[.;](?=\s)|\n\s*\n/)
    .at(-1) ?? ''

const decisions = [...new Bun.Glob('docs/adr/*.md').scanSync()].map((path) => /\/(\d{4})-/.exec(path)?.[1])

const missingDecisions = (text: string) =>
  [...text.matchAll(/\bADRs? (\d{1,4})\b|\badr\/(\d{4})/g)]
    .map(([, number = '', path]) => path ?? number.padStart(4, '0'))
    .filter((number) => !decisions.includes(number))
    .map((number) => `ADR ${Number(number)} does not exist`)

/** Documents named by their path, with a heading in quotes or its number if one follows; links end with `)`. */
const documentPattern = /((?:[\w-]+\/|\.\.?\/)*[\w-]+\.md)\b\)?(?:,? \(?"([^"\n]+)"| §(\d+))?/g
const addresses = /https?:\/\/\S+|(?<=\[)[^\]]*(?=\]\()/g

function missingDocuments(text: string, file: string): string[] {
  const faults: string[] = []
  for (const [, path = '', name, number] of text.replace(addresses, '').matchAll(documentPattern)) {
    const found = [path, join('docs', path), join(dirname(file), path)].find((each) => existsSync(each))
    const heading = name ?? number
    if (!found) faults.push(`${path} does not exist`)
    else if (heading !== undefined && !headingsOf(found).includes(heading))
      faults.push(`${found} has no heading “${heading}”`)
  }
  return faults
}

const headings = new Map<string, string[]>()

/** Names and numbers of a document's headings; bold words that begin a paragraph are headings, too. */
function headingsOf(path: string): string[] {
  const found =
    headings.get(path) ??
    [...readFileSync(path, 'utf8').matchAll(/^(?:#+ (?:(\d+)\. |[\d-]{10}, )?(.+)|\*\*(.+?)\.?\*\*)/gm)]
      .flatMap(([, number, heading, bold]) => [number, heading, bold])
      .filter((each) => each !== undefined)
  headings.set(path, found)
  return found
}

/** Comments of a source file, each in one line; neighbouring lines of `//` are one comment. */
export function commentsOf(source: string): { text: string; line: number }[] {
  const tokens =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[^\S\n]*\/\/[^\n]*)*/g
  return [...source.matchAll(tokens)]
    .filter(([token]) => token.startsWith('/'))
    .map(({ 0: token, index }) => ({
      text: token
        .replace(/^[^\S\n]*(\/\/|\*(?!\/)|\/\*+)|\*\/$/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
      line: source.slice(0, index).split('\n').length,
    }))
}

/** Names of tests and of their groups. */
export const testNamesOf = (source: string): { text: string; line: number }[] =>
  [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\n])+)\1/g)].map((match) => ({
    text: match[2] ?? '',
    line: source.slice(0, match.index).split('\n').length,
  }))
