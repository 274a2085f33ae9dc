import { join } from 'node:path'

/** Finds the regular expressions in the product's sources, and generates texts on which bad ones are slow. */

export interface Pattern {
  file: string
  line: number
  source: string
  flags: string
}

const root = join(import.meta.dir, '..', '..')
const sources = new Bun.Glob('{src,ui,emulator}/**/*.{ts,tsx}')
/** Matches a literal after a character that can precede a value and before one that can follow a value. */
const literal =
  /(?<=(?:^|[=(,:[!&|?{};>]|\breturn|\bcase)\s*)\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=\s*[.,;)\]:}?&|\n]|$)/gm

export async function findPatterns(): Promise<Pattern[]> {
  const found: Pattern[] = []
  for (const file of [...sources.scanSync(root)].sort()) {
    const text = withoutComments(await Bun.file(join(root, file)).text())
    for (const match of text.matchAll(literal)) {
      const [, source = '', flags = ''] = match
      if (isPattern(source, flags))
        found.push({ file, line: text.slice(0, match.index).split('\n').length, source, flags })
    }
  }
  return found
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '')

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return source.trim() === source && source !== ''
  } catch {
    return false
  }
}

const commonUnits = [
  'a',
  '0',
  ' ',
  '\n',
  '\t',
  '.',
  '-',
  '_',
  '/',
  '\\',
  '"',
  "'",
  '<',
  '>',
  '*',
  '`',
  '~',
  ':',
  ';',
  '@',
  '+',
  'é',
]
const commonPairs = [
  'a ',
  'a.',
  '0.',
  '\\"',
  '/a',
  '--',
  '. ',
  '\r\n',
  '[[',
  '((',
  '{}',
  '**',
  '* ',
  '_a',
  'a@',
  ':/',
  'a=',
  '= ',
  'á́',
]

/** Yields texts of about `length` characters: repeated units, alone and after words and characters of the pattern. */
export function* slowTexts({ source }: Pattern, length: number): Generator<string> {
  const words = [...new Set(source.match(/[\p{L}\p{N}:/@#<>"' .=-]{2,}/gu) ?? [])].slice(0, 6)
  const signs = [...new Set(source.replace(/[\\^$()[\]{}?+*|]/g, ''))].slice(0, 12)
  for (const unit of new Set([...commonUnits, ...commonPairs, ...words, ...signs])) {
    const repeated = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    yield `${repeated}\u0000!`
    for (const word of words.slice(0, 3)) yield `${word}${repeated}\u0000!`
    for (const sign of signs.slice(0, 3)) yield `${sign}${repeated}\u0000`
  }
}
