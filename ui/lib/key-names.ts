/**
 * Keys as they are written down: `e`, `?`, `mod+k`, `alt+ArrowDown`, and one after the other `g i`. `mod` is Ctrl, and ⌘
 * on Apple's keyboards. A key is what it types, not where it lies, so that every layout has its own.
 */

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing?: boolean
  getModifierState?(name: string): boolean
}

/** Keys that are still being made of several strokes, or that only change others. */
const noKey = /^(Dead|Process|Unidentified|Compose|AltGraph|Shift|Control|Alt|Meta|CapsLock|NumLock|Fn.*|OS)$/

/** What was pressed, as it is written down; null for what is no key by itself. */
export function nameOf(event: Pressed): string | null {
  const { key } = event
  if (!key || event.isComposing || noKey.test(key)) return null
  const isSign = [...key].length === 1
  // AltGr types signs (`/` and `?` of ABNT2) and claims on some systems to be Ctrl and Alt.
  const isTyped = isSign && event.getModifierState?.('AltGraph') === true
  const name = key === ' ' ? 'Space' : isSign ? key.toLowerCase() : key
  const isLetter = isSign && key.toLowerCase() !== key.toUpperCase()
  return [
    (event.ctrlKey || event.metaKey) && !isTyped && 'mod',
    event.altKey && !isTyped && 'alt',
    // Of signs shift is a part already.
    event.shiftKey && (isLetter || !isSign) && 'shift',
    name,
  ]
    .filter(Boolean)
    .join('+')
}

const signs: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

export const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** For people: `Ctrl+K`, `Alt+↓`, `G I`. */
export const shown = (keys: string, apple = isApple()) =>
  keys
    .split(' ')
    .map((stroke) =>
      stroke
        .split(/\+(?=.)/)
        .map((part) => partShown(part, apple))
        .join(apple ? '' : '+'),
    )
    .join(' ')

function partShown(part: string, apple: boolean): string {
  if (part === 'mod') return apple ? '⌘' : 'Ctrl'
  if (part === 'alt') return apple ? '⌥' : 'Alt'
  if (part === 'shift') return apple ? '⇧' : 'Shift'
  return signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)
}

/** Characters without Ctrl or Alt: what a writer or a dictation may press unawares (WCAG 2.1.4). */
export const isSingle = (keys: string) =>
  keys !== '' && keys.split(' ').every((stroke) => /^(shift\+)?.$/u.test(stroke))

/** Browsers keep these, systems write signs with Alt and a letter, and the rest moves about in the page. */
const taken =
  /^(mod\+(shift\+)?[ntw]|alt\+(shift\+)?.|(shift\+)?(Tab|Enter|Space|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|F\d+))$/

/** True for a key that a person may choose. */
export const isChoosable = (keys: string) => keys.split(' ').every((stroke) => !taken.test(stroke))
