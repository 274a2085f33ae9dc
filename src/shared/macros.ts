import { parseJson } from './json'
import { limits } from './limits'

/** One step of a macro. */
export type MacroAction =
  | { kind: 'tag'; tagId: number }
  | { kind: 'reply'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'transfer'; queueId: number }
  | { kind: 'close'; outcome?: string; farewell?: boolean }
export const macroKinds = ['tag', 'reply', 'note', 'transfer', 'close'] as const satisfies MacroAction['kind'][]

/** Several actions on a ticket under one name, and the key that runs them; '' for none. */
export interface Macro {
  name: string
  keys: string
  actions: MacroAction[]
}

/** Reads the company's setting; null for an invalid one. The empty setting has no macros. */
export function parseMacros(setting: string): Macro[] | null {
  if (setting === '') return []
  try {
    const macros: unknown = parseJson(setting)
    return Array.isArray(macros) && macros.length <= limits.macros.max && macros.every(isMacro) ? macros : null
  } catch {
    return null
  }
}

function isMacro(value: unknown): value is Macro {
  const { name, keys, actions } = (value ?? {}) as Partial<Macro>
  const isNamed = isText(name, 1, limits.macroName.max) && isText(keys, 0, limits.macroKeys.max)
  return (
    isNamed && Array.isArray(actions) && isCount(actions.length, limits.macroActions.max) && actions.every(isAction)
  )
}

function isAction(value: unknown): value is MacroAction {
  const action = (value ?? {}) as Record<string, unknown>
  switch (action.kind) {
    case 'tag':
      return isCount(action.tagId, Number.MAX_SAFE_INTEGER)
    case 'reply':
      return isText(action.text, 1, limits.messageBody.max)
    case 'note':
      return isText(action.text, limits.note.min, limits.note.max)
    case 'transfer':
      return isCount(action.queueId, Number.MAX_SAFE_INTEGER)
    case 'close':
      return action.outcome === undefined || isText(action.outcome, 1, limits.outcome.max)
  }
  return false
}

const isText = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.trim().length >= min && value.length <= max
const isCount = (value: unknown, max: number) =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max
