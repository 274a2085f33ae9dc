import { expect, test } from 'bun:test'

/**
 * Comments and test names that a stranger understands at first reading (CONTRIBUTING.md, "Plain words"). Finds only the
 * worst sentences: those that begin with a pronoun instead of the thing they describe, or speak of nobody in particular.
 */
const badStart =
  /^(who|whoever|whom|what|whatever|whose|nobody|somebody|someone|anybody|anyone|everybody|one that|one who|those who|that which|it is|it's|nothing|neither|nor|and again|no one|only who|only those|where that|which)\b/i
const badWord = /\b(nobody|somebody|whoever|anybody|everybody|we|he who)\b/i

const files = [...new Bun.Glob('{src,ui,emulator,migrations,scripts,bench,tests}/**/*.{ts,tsx}').scanSync()]
  .filter((file) => file !== 'tests/plain-words.test.ts')
  .sort()

test('comments and test names begin with a noun or a verb and name the acting part', async () => {
  const found: string[] = []
  for (const file of files)
    for (const { line, sentence } of badSentences(await Bun.file(file).text()))
      found.push(`${file}:${line}: ${sentence}`)
  expect(found).toEqual([])
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
  return [...commentsOf(source, lineAt), ...testNamesOf(source, lineAt)].flatMap(sentencesOf).filter(isBad)
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
  const unquoted = sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, 'X')
  return badStart.test(unquoted) || badWord.test(unquoted)
}

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
