import type { Mode } from '../store/composer'

/** Text before the cursor that opens suggestions; `start` is the index of its first sign. */
export interface Trigger {
  kind: 'quick' | 'variable' | 'mention' | 'emoji'
  query: string
  start: number
}

const patterns: [kind: Trigger['kind'], mode: Mode | null, pattern: RegExp][] = [
  // Only at the start of a word, so that addresses and dates do not match.
  ['quick', 'reply', /(?:^|\s)\/([^\s/]*)$/],
  ['variable', 'reply', /\{\{\s?(\w*)$/],
  // Two letters at least, so that `:)` and a colon in a sentence open nothing.
  ['emoji', null, /(?:^|\s):([\p{L}\d_]{2,})$/u],
  ['mention', 'note', /(?:^|\s)@([\p{L}\p{N}._-]*)$/u],
]
/** Maximum length of a trigger; longer than any shortcode or name typed. */
const maxTriggerLength = 60

export function findTrigger(text: string, caret: number, mode: Mode): Trigger | null {
  const before = text.slice(Math.max(0, caret - maxTriggerLength), caret)
  for (const [kind, requiredMode, pattern] of patterns) {
    if (requiredMode && requiredMode !== mode) continue
    const found = pattern.exec(before)
    if (!found) continue
    const query = found[1] ?? ''
    const sign = kind === 'variable' ? found[0].length - query.length : 1
    return { kind, query, start: caret - query.length - sign }
  }
  return null
}
