import './browser'
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import i18n from 'i18next'
import * as allEn from '../../ui/i18n/en/all'
import * as flowBuilderEn from '../../ui/i18n/en/flow-builder'
import * as flowListEn from '../../ui/i18n/en/flow-list-page'
import * as phrasesEn from '../../ui/i18n/en/phrases'
import * as ticketFlowsEn from '../../ui/i18n/en/ticket-flows'
import * as allEs from '../../ui/i18n/es/all'
import * as flowBuilderEs from '../../ui/i18n/es/flow-builder'
import * as flowListEs from '../../ui/i18n/es/flow-list-page'
import * as phrasesEs from '../../ui/i18n/es/phrases'
import * as ticketFlowsEs from '../../ui/i18n/es/ticket-flows'
import * as allPt from '../../ui/i18n/pt/all'
import * as flowBuilderPt from '../../ui/i18n/pt/flow-builder'
import * as flowListPt from '../../ui/i18n/pt/flow-list-page'
import * as phrasesPt from '../../ui/i18n/pt/phrases'
import * as publicTexts from '../../ui/i18n/pt/public'
import * as ticketFlowsPt from '../../ui/i18n/pt/ticket-flows'
import { locales } from '../../ui/lib/locales'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'

/** Texts of all pages, with those that single pages and the parts of a ticket about flows load. */
const pt = { ...allPt, ...flowBuilderPt, ...flowListPt, ...phrasesPt, ...ticketFlowsPt }
const en = { ...allEn, ...flowBuilderEn, ...flowListEn, ...phrasesEn, ...ticketFlowsEn }
const es = { ...allEs, ...flowBuilderEs, ...flowListEs, ...phrasesEs, ...ticketFlowsEs }

type Tree = { [key: string]: string | string[] | Tree }

/** Texts by dotted key; a list counts as one text. */
function leaves(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]]
    if (Array.isArray(value)) return [[prefix + key, value.join('\n')]]
    return leaves(value, `${prefix}${key}.`)
  })
}
const variables = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()
const source = leaves(pt)

test.each([
  ['en', en],
  ['es', es],
])('%s has the keys of Portuguese, with the same variables, and no empty text', (_, texts) => {
  const translated = new Map(leaves(texts))
  expect([...translated.keys()].sort()).toEqual(source.map(([key]) => key).sort())
  for (const [key, text] of source) {
    expect([key, variables(translated.get(key)!)]).toEqual([key, variables(text)])
    expect([key, translated.get(key)!.trim()]).not.toEqual([key, ''])
  }
})

test('English texts have curved apostrophes', () => {
  expect(leaves(en).filter(([, text]) => /\w'\w/.test(text))).toEqual([])
})

test.each([
  ['English', en],
  ['Spanish', es],
] as const)('%s has a name where Portuguese has a name of one word, not a sentence', (_, texts) => {
  const translated = new Map(leaves(texts))
  const isSentence = (text: string) => text.includes(' ') && text.endsWith('.')
  expect(source.filter(([key, text]) => /^\p{L}+$/u.test(text) && isSentence(translated.get(key) ?? ''))).toEqual([])
})

test('Spanish texts address the user with usted', () => {
  const pronouns =
    /\b([Tt]ú|[Tt]us?|ti|contigo|[Tt]uy[oa]s?|eres|tienes|puedes|quieres|debes|conoces|ves|escribes|escribías)\b/u
  const imperatives =
    /\b(Elige|Escribe|Encuentra|Revísal[oa]|Anota|Suelta|Comprueba|Actívala|Actualiza|Entra|Busca|Abre|Cierra) (?!de )/u
  const informal = (text: string) => pronouns.test(text) || imperatives.test(text)
  expect(leaves(es).filter(([, text]) => informal(text))).toEqual([])
})

test.each([
  [
    'pt',
    pt,
    /\b([Tt]ir(e|ada|ado)[ -]|[Uu]ni(ão|do a)|Código QR|Vazio usa|de ausência|dá para desfazer\.|não pode ser desfeito|há como desfazer)/u,
  ],
  ['en', en, /\b(department|[Rr]esolved?|[Ee]mail address|[Ll]og(ged)? (in|out)|is good|no longer good)\b/],
  ['es', es, /\b([Hh]ojas?|[Ee]valuaci|[Vv]aloraci|[Uu]ni(ón|r a)|quien cuida|importa el|de ausencia)/u],
] as const)('%s has one word for one thing (docs/wording.md)', (_, texts, other) => {
  expect(leaves(texts).filter(([, text]) => other.test(text))).toEqual([])
})

test.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
] as const)(
  '%s writes numbers in texts as the screens format them: 90%%, thousands with a separator',
  (language, texts) => {
    expect((0.9).toLocaleString(locales[language], { style: 'percent' })).toBe('90%')
    expect(leaves(texts).filter(([, text]) => /[\d}]\s%/u.test(text))).toEqual([])
    const [thousands, other] = (5000).toLocaleString(locales[language]) === '5,000' ? [',', '.'] : ['.', ',']
    const written = leaves(texts).flatMap(([, text]) => text.match(/\b\d{1,3}[.,]000\b/g) ?? [])
    expect(written.filter((number) => number.includes(thousands)).length).toBeGreaterThan(3)
    expect(written.filter((number) => number.includes(other))).toEqual([])
  },
)

test('every plural text has both forms', () => {
  const keys = new Set(source.map(([key]) => key))
  for (const key of keys) if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'))
})

test('every text is used in the code', async () => {
  const files = [...new Bun.Glob('ui/**/*.{ts,tsx}').scanSync(join(import.meta.dir, '../..'))]
  const code = files.filter((file) => !file.startsWith('ui/i18n/'))
  const all = (await Promise.all(code.map((file) => Bun.file(join(import.meta.dir, '../..', file)).text()))).join('\n')
  /** Prefixes of keys that are built at run time, such as t(`errors.${code}`). */
  const made = [...all.matchAll(/`([\w.]+\.)\$\{/g)]
    .map(([, prefix]) => prefix!)
    .filter((prefix) => prefix !== 'tickets.')
  const troubles = ['tickets.micMissing', 'tickets.micInsecure']
  const unused = source
    .map(([key]) => key.replace(/_(one|other)$/, ''))
    .filter(
      (key) => !all.includes(`'${key}'`) && !troubles.includes(key) && !made.some((prefix) => key.startsWith(prefix)),
    )
  expect(unused).toEqual([])
})

test('every call with a literal key gives all variables of the text', async () => {
  const texts = new Map(source)
  const root = join(import.meta.dir, '../..')
  const missing: string[] = []
  let calls = 0
  for (const file of new Bun.Glob('ui/**/*.{ts,tsx}').scanSync(root)) {
    const code = await Bun.file(join(root, file)).text()
    for (const [, key, given] of code.matchAll(/\bt\(\s*'([\w.]+)'(?:,\s*(\{[^{}]*\}))?,?\s*\)/g)) {
      calls++
      const text = texts.get(key!) ?? texts.get(`${key}_other`) ?? ''
      const names = variables(text).map((mark) => mark.slice(2, -2))
      const isGiven = (name: string) =>
        name === 'product' || given?.includes('...') || RegExp(`\\b${name}\\b`).test(given ?? '')
      missing.push(...names.filter((name) => !isGiven(name)).map((name) => `${file}: ${key}, ${name}`))
    }
  }
  expect(calls).toBeGreaterThan(1000)
  expect(missing).toEqual([])
})

test('public screens use only the public texts', async () => {
  const root = join(import.meta.dir, '../../ui')
  const app = await Bun.file(join(root, 'app.tsx')).text()
  const lazy = [...app.matchAll(/lazyPage\(\s*\(\) =>\s+import\('(.+?)'/g)].map(([, path]) => join(root, `${path}.ts`))
  const files = await graph([join(root, 'main.tsx'), ...lazy])
  expect([...files.keys()]).toContain(join(root, 'pages/accounts/login/login-page.tsx'))
  expect([...files.keys()]).toContain(join(root, 'pages/accounts/signup/signup-page.tsx'))
  const inside = Object.keys(pt).filter((group) => !(group in publicTexts))
  const said = [...files].flatMap(([file, code]) =>
    inside.filter((group) => RegExp(`['\`]${group}\\.[\\w$]`).test(code)).map((group) => `${file}: ${group}`),
  )
  expect(said).toEqual([])
})

test('texts that single pages load are used only behind their loaders', async () => {
  const root = join(import.meta.dir, '../../ui')
  const loaders = [
    'automation/flow-editor/load-page',
    'automation/flows/load-page',
    'automation/phrase-lists/load-page',
    'inbox/tickets/flows/load-flows',
  ]
  const behind = loaders.map((loader) => join(root, 'pages', `${loader}.ts`))
  for (const loader of behind) expect(existsSync(loader)).toBe(true)
  const files = await graph([join(root, 'main.tsx')], behind)
  expect([...files.keys()]).toContain(join(root, 'pages/inbox/tickets/details/flows.tsx'))
  expect([...files.keys()]).not.toContain(join(root, 'pages/inbox/tickets/flows/flow-runs.tsx'))
  const lazy = Object.keys(pt).filter((group) => !(group in allPt))
  const used = [...files].flatMap(([file, code]) =>
    lazy.filter((group) => RegExp(`['\`]${group}\\.[\\w$]`).test(code)).map((group) => `${file}: ${group}`),
  )
  expect(used).toEqual([])
})

/**
 * The files and all their imports with their code, without texts and types. Dynamic imports are followed only when
 * `excluded` is given, and not into the files it names.
 */
async function graph(waiting: string[], excluded?: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file) || file.includes('/i18n/') || excluded?.includes(file)) continue
    const code = await Bun.file(file).text()
    found.set(file, code)
    waiting.push(...importsOf(file, code, excluded !== undefined))
  }
  return found
}

const transpilers = {
  '.tsx': new Bun.Transpiler({ loader: 'tsx' }),
  '.ts': new Bun.Transpiler({ loader: 'ts' }),
}

/** The files of this repository that a file imports. */
function importsOf(file: string, code: string, withDynamic: boolean): string[] {
  const imports = transpilers[extname(file) as keyof typeof transpilers].scanImports(code)
  return imports
    .filter(({ path, kind }) => path.startsWith('.') && (withDynamic || kind === 'import-statement'))
    .map(({ path }) => join(dirname(file), path))
    .flatMap((base) => [`${base}.ts`, `${base}.tsx`])
    .filter((candidate) => existsSync(candidate))
}

test('Portuguese texts have the plural for zero', async () => {
  await startTexts()
  await loadAllTexts('pt')
  expect([0, 1, 2].map((count) => i18n.t('tags.ticketsCount', { count }))).toEqual([
    '0 atendimentos',
    '1 atendimento',
    '2 atendimentos',
  ])
})

test.each([
  ['pt', '1.234 contatos'],
  ['en', '1,234 contacts'],
  ['es', '1.234 contactos'],
] as const)('%s counts contacts with the separator of its amounts', async (language, expected) => {
  await startTexts()
  await loadAllTexts(language)
  await i18n.changeLanguage(language)
  expect(i18n.t('contacts.count', { count: 1234 })).toBe(expected)
  await i18n.changeLanguage('pt')
})
