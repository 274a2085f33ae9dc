import { expect, test } from 'bun:test'

/**
 * Comments, test names, log lines, errors and documents that a stranger understands at first reading (CONTRIBUTING.md,
 * "Plain words"). Finds only the worst sentences: those that begin with a pronoun instead of the thing they describe, or
 * name no acting part.
 */
const badStart =
  /^(who|whoever|whom|what|whatever|whose|nobody|somebody|someone|anybody|anyone|everybody|one that|one who|those who|that which|it is|it's|nothing|neither|nor|and again|no one|only who|only those|where that|which)\b/i
const badWord = /\b(nobody|somebody|whoever|anybody|everybody|we|he who|so many)\b/i

const files = [...new Bun.Glob('{src,ui,emulator,migrations,scripts,bench,tests}/**/*.{ts,tsx}').scanSync()]
  .filter((file) => file !== 'tests/plain-words.test.ts')
  .sort()

test('comments, test names, log lines and errors begin with a noun or a verb and name the acting part', async () => {
  const found: string[] = []
  for (const file of files)
    for (const { line, sentence } of badSentences(await Bun.file(file).text()))
      found.push(`${file}:${line}: ${sentence}`)
  expect(found).toEqual([])
})

const documents = ['*.md', 'docs/**/*.md'].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync()]).sort()

test.each(documents)('%s names the acting part', async (document) => {
  const lines = (await Bun.file(document).text()).split('\n')
  expect(lines.filter((line) => badWord.test(withoutQuotes(line)))).toEqual([])
})

test.each([
  ['/** Who knocks, before anything is proven. */', 1],
  ['/**\n * Sends a frame. Nobody waits\n * for it.\n */', 1],
  ['// What lies below comes with its page.', 1],
  ['send() // we are done', 1],
  ["test('what is neither is left alone', () => {})", 1],
  ["test.each(cases)('it is nobody to choose: %s', () => {})", 1],
  ['/** Unauthenticated client: IP address and user agent. Answers `nobody` for it. */', 0],
  ["const address = 'https://who.example' // the service that knows", 0],
  ["test('a body that is neither JSON nor multipart is not parsed', () => {})", 0],
  ["log.fatal({ why }, 'it is not safe to go on')", 1],
  ["if (!name) throw new UserError('nobody has this name')", 1],
  ["log.warn({ err }, 'a job failed')", 0],
])('%j has %d bad sentences', (source, count) => {
  expect(badSentences(source)).toHaveLength(count)
})

test('a bad sentence is reported with its line', () => {
  const source = 'const a = 1\n\n/**\n * Sends a frame. Nobody waits\n * for it.\n */\ntest("it is bad", () => {})\n'
  expect(badSentences(source)).toEqual([
    { line: 4, sentence: 'Nobody waits for it.' },
    { line: 7, sentence: 'it is bad' },
  ])
})

interface Text {
  text: string
  /** Line of its first character. */
  line: number
}

function badSentences(source: string): { line: number; sentence: string }[] {
  const lineAt = (index: number) => countLines(source.slice(0, index)) + 1
  const texts = [...commentsOf(source, lineAt), ...testNamesOf(source, lineAt)].flatMap(sentencesOf)
  return [...texts.filter(isBad), ...messagesOf(source, lineAt).flatMap(sentencesOf).filter(isBadMessage)]
}

/** Splits a text into sentences, each in one line. */
function sentencesOf({ text, line }: Text): { line: number; sentence: string }[] {
  let at = 0
  return text.split(/(?<=[.!?])\s+(?=[A-ZÀ-Ú`"'])/).map((part) => {
    const start = text.indexOf(part.trimStart(), at)
    at = start + part.trimStart().length
    return { line: line + countLines(text.slice(0, start)), sentence: part.replace(/\s+/g, ' ').trim() }
  })
}

const countLines = (text: string) => text.split('\n').length - 1

function isBad({ sentence }: { sentence: string }): boolean {
  const unquoted = withoutQuotes(sentence)
  return badStart.test(unquoted) || badWord.test(unquoted)
}

/** A message may begin with "nothing" or "no": it says that something is missing. */
const isBadMessage = ({ sentence }: { sentence: string }) =>
  badWord.test(sentence) || /^(it is|it's|who|what|whatever)\b/i.test(sentence)

const withoutQuotes = (text: string) => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, 'X')

/** Texts of block comments, and of neighbouring lines of `//` as one text, with their line breaks. */
function commentsOf(source: string, lineAt: (index: number) => number): Text[] {
  const blocks = [...source.matchAll(/^[^\S\n]*\/\*+([\s\S]*?)\*\//gm)].map((match) => ({
    text: (match[1] ?? '').replace(/^[^\S\n]*\*/gm, ''),
    line: lineAt(match.index),
  }))
  const lines = [...source.matchAll(/(?:(?:^|\s)\/\/\s[^\n]*(?:\n\s*|$))+/g)].map((match) => ({
    text: match[0].replaceAll('//', ''),
    line: lineAt(match.index),
  }))
  return [...blocks, ...lines].map(({ text, line }) => ({ text: text.replace(/@\w+ /g, '. '), line }))
}

const testNamesOf = (source: string, lineAt: (index: number) => number): Text[] =>
  [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.*?)\1/g)].map((match) => ({
    text: match[2] ?? '',
    line: lineAt(match.index),
  }))

/** Last texts of calls that log, and first texts of errors. */
function messagesOf(source: string, lineAt: (index: number) => number): Text[] {
  const logged = source.matchAll(/\blog\.\w+\([^\n]*?(['`])((?:(?!\1)[^\n])+)\1\)/g)
  const thrown = source.matchAll(/\bnew \w*Error\(\s*(['`])((?:(?!\1)[^\n])+)\1/g)
  return [...logged, ...thrown].map((match) => ({ text: match[2] ?? '', line: lineAt(match.index) }))
}
