/** JSON and texts as large as an answer of a service may be (1 MB), each costly for some way of reading it. */

const megabyte = 2 ** 20
const repeated = (part: string, bytes = megabyte - 8192) => part.repeat(Math.floor(bytes / part.length))
const listOf = (item: string) => `[${repeated(`${item},`)}${item}]`

/** Texts of up to 1 MB. */
export const hostileTexts: Record<string, string> = {
  letters: repeated('a'),
  spaces: repeated(' '),
  words: repeated('a '),
  marks: repeated('*_~`'),
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  lines: repeated('\n'),
  digits: repeated('9'),
  variables: repeated('{{nome}}'),
  brackets: repeated('['),
  commands: repeated('#{'),
  paths: `https://a.test/${repeated('a/')}`,
  'a phrase that almost transfers': repeated('ação: transferir para o setor de '),
  'parts of keys': repeated('sk-ab***89 '),
  'NUL characters': repeated('\0', megabyte / 6),
  'lone surrogates': repeated('\ud800', megabyte / 6),
  // Normalizing them takes quadratic time: 65,536 take 14 s.
  'marks of one letter': `a${repeated('\u0315', megabyte / 6)}${repeated('\u0300', megabyte / 6)}`,
  'joined emoji': repeated('👩\u200d', megabyte / 8),
  'Hangul syllables': repeated('가', megabyte / 4),
}

/** JSON values of up to 1 MB: long, nested, and with odd numbers and names. */
export const hostileValues: Record<string, string> = {
  ...Object.fromEntries(Object.entries(hostileTexts).map(([name, text]) => [name, asJson(text)])),
  'a list of ones': listOf('1'),
  'a list of objects': listOf('{}'),
  'a list of empty texts': listOf('""'),
  'lists of 60 levels': listOf('['.repeat(60) + ']'.repeat(60)),
  'objects of 60 levels': listOf(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  'lists of 500,000 levels': '['.repeat(500_000) + ']'.repeat(500_000),
  'lists of 30,000 levels': '['.repeat(30_000) + ']'.repeat(30_000),
  'lists without an end': '['.repeat(1_000_000),
  '50,000 different names': `{${Array.from({ length: 50_000 }, (_, at) => `"n${at}":${at}`).join()}}`,
  'one name repeatedly': `{${repeated('"a":1,')}"a":1}`,
  'the name of the prototype': `{${repeated('"__proto__":{"a":1},')}"constructor":{"prototype":1}}`,
  'a number of a million digits': '9'.repeat(1_000_000),
  'a fraction of a million digits': `0.${'1'.repeat(1_000_000)}`,
  'infinite numbers': listOf('1e999'),
  'negative zeros': listOf('-0'),
  'numbers of 300 digits': listOf(`1${'0'.repeat(300)}`),
  'escaped letters': `"${repeated('\\u0061')}"`,
  true: 'true',
  null: 'null',
}

/** The text as JSON; its beginning where escapes make it longer than 1 MB. */
function asJson(text: string): string {
  const json = JSON.stringify(text)
  return json.length <= megabyte
    ? json
    : JSON.stringify(text.slice(0, Math.floor((text.length * megabyte) / json.length)))
}
