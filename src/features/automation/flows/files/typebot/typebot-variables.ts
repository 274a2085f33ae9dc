import type { Typebot } from './typebot-file'

/** Names of a typebot's variables as this product writes them. */
export class TypebotVariables {
  private readonly keys = new Map<string, string>()
  private readonly keysByName = new Map<string, string>()
  private readonly names = new Map<string, string>()
  private generated = 0

  constructor({ variables }: Typebot) {
    const taken = new Set<string>()
    for (const { id, name } of variables) {
      const key = freeKey(keyOf(name), taken)
      taken.add(key)
      this.keys.set(id, key)
      this.names.set(id, name)
      if (!this.keysByName.has(name.trim())) this.keysByName.set(name.trim(), key)
    }
  }

  /** Typebot's name of a variable; empty for an unknown one. */
  nameOf = (id: string) => this.names.get(id) ?? ''

  /** Key of a variable; empty for an unknown one. */
  key = (id: string) => this.keys.get(id) ?? ''

  /** Key of an answer: the variable's, or a new one for an input without a variable. */
  answerKey(id: string): string {
    return this.key(id) || `answer_${++this.generated}`
  }

  /** A text with the keys of this product in its variables; `code` receives each expression, which is left out. */
  translate(text: string, code: (expression: string) => void): string {
    return text.replace(/\{\{([^{}]{1,300})\}\}/g, (_, inner: string) => {
      if (inner.startsWith('=')) {
        code(inner)
        return ''
      }
      return `{{${this.keysByName.get(inner.trim()) ?? keyOf(inner)}}}`
    })
  }
}

/** Letters, digits and `_`, at most 40; never empty. */
function keyOf(name: string): string {
  const key = name
    .trim()
    .replace(/[^\p{L}\p{N}_]/gu, '_')
    .slice(0, 40)
    .toWellFormed()
  return /^_*$/.test(key) || key === '__proto__' ? 'variable' : key.replace(/[^\p{L}\p{N}_]/gu, '_')
}

function freeKey(key: string, takenKeys: Set<string>): string {
  for (let number = 2, free = key; ; free = `${key}_${number++}`) if (!takenKeys.has(free)) return free
}
