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
    for (const sentence of badSentences(await Bun.file(file).text())) found.push(`${file}: ${sentence}`)
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

function badSentences(source: string): string[] {
  return [...commentsOf(source), ...testNamesOf(source)]
    .flatMap((text) =>
      text
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?])\s+(?=[A-ZÀ-Ú`"'])/),
    )
    .filter((sentence) => isBad(sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, 'X')))
}

const isBad = (sentence: string) => badStart.test(sentence) || badWord.test(sentence)

/** Texts of block comments, and of neighbouring lines of `//` as one text. */
function commentsOf(source: string): string[] {
  const blocks = [...source.matchAll(/^\s*\/\*+([\s\S]*?)\*\//gm)].map(([, text = '']) => text.replace(/^\s*\*/gm, ''))
  const lines = [...source.matchAll(/(?:(?:^|\s)\/\/\s[^\n]*(?:\n\s*|$))+/g)].map(([text]) => text.replaceAll('//', ''))
  return [...blocks, ...lines].map((text) => text.replace(/@\w+ /g, '. '))
}

const testNamesOf = (source: string): string[] =>
  [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.*?)\1/g)].map(
    ([, , name = '']) => name,
  )
