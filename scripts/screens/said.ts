import * as en from '../../ui/i18n/en/all'
import * as flowBuilderEn from '../../ui/i18n/en/flow-builder'
import * as flowListEn from '../../ui/i18n/en/flow-list-page'
import * as es from '../../ui/i18n/es/all'
import * as flowBuilderEs from '../../ui/i18n/es/flow-builder'
import * as flowListEs from '../../ui/i18n/es/flow-list-page'
import * as pt from '../../ui/i18n/pt/all'
import * as flowBuilderPt from '../../ui/i18n/pt/flow-builder'
import * as flowListPt from '../../ui/i18n/pt/flow-list-page'

/** Finds the texts of the interface that the steps of the screenshots name in Portuguese in the language of the run. */

const texts = {
  pt: { ...pt, ...flowBuilderPt, ...flowListPt },
  en: { ...en, ...flowBuilderEn, ...flowListEn },
  es: { ...es, ...flowBuilderEs, ...flowListEs },
}
type ScreenLanguage = keyof typeof texts

/** Value of the option `--language`, by default Portuguese. @throws for a language without texts. */
export const language = languageOption()

function languageOption(): ScreenLanguage {
  const word = process.argv.find((word) => word.startsWith('--language='))?.slice('--language='.length) ?? 'pt'
  if (!(word in texts)) throw new Error(`--language=${word}: choose ${Object.keys(texts).join(', ')}`)
  return word as ScreenLanguage
}

const leaves = (tree: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  )
const source = leaves(texts.pt)
const translated = new Map(leaves(texts[language]))
const variable = /\{\{[^}]+\}\}/g

/**
 * Returns a pattern for the beginning of an element's name or text: any of the Portuguese texts, in the language of the
 * run. A variable such as {{name}} stands for any characters.
 * @throws if the interface does not have a text.
 */
export const said = (...portuguese: string[]): RegExp => patternOf(portuguese.flatMap(translationsOf), '.*')

/** Same for one text about a record: its variable stands for the record's name. */
export const saidOf = (portuguese: string, name: string): RegExp => patternOf(translationsOf(portuguese), escaped(name))

function patternOf(found: string[], filling: string): RegExp {
  const patterns = found.map((text) => text.split(variable).map(escaped).join(filling))
  return RegExp(`^(?:${[...new Set(patterns)].join('|')})(?![\\p{L}\\d])`, 'u')
}

/** Texts with the same Portuguese words can differ in another language; the pattern accepts all of them. */
function translationsOf(text: string): string[] {
  const found = source.filter(([, portuguese]) => portuguese === text).map(([key]) => translated.get(key)!)
  if (found.length === 0) throw new Error(`the interface does not have the text "${text}"`)
  return found
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
