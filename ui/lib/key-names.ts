/**
 * Notation of keys: `e`, `?`, `mod+k`, `alt+ArrowDown`, and sequences such as `g i`. `mod` is Ctrl, or ⌘ on Apple
 * keyboards. A key is named by the character it types, not by its position, so that every layout works.
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

/** Modifiers, and keys of a character that is not complete. */
const noKey = /^(Dead|Process|Unidentified|Compose|AltGraph|Shift|Control|Alt|Meta|CapsLock|NumLock|Fn.*|OS)$/

/** Name of the pressed key; null for a modifier or an incomplete character. */
export function nameOf(event: Pressed): string | null {
  const { key } = event
  if (!key || event.isComposing || noKey.test(key)) return null
  const isSign = [...key].length === 1
  // AltGr types characters (`/` and `?` on ABNT2); some systems report it as Ctrl and Alt.
  const isTyped = isSign && event.getModifierState?.('AltGraph') === true
  const name = key === ' ' ? 'Space' : isSign ? key.toLowerCase() : key
  const isLetter = isSign && key.toLowerCase() !== key.toUpperCase()
  return [
    (event.ctrlKey || event.metaKey) && !isTyped && 'mod',
    event.altKey && !isTyped && 'alt',
    // Signs such as `?` already imply Shift.
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

/** Display text of keys: `Ctrl+K`, `Alt+↓`, `G I`. */
export const formatKeys = (keys: string, apple = isApple()) =>
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

/** True for keys without Ctrl or Alt, which can be pressed by accident while typing or dictating (WCAG 2.1.4). */
export const isSingle = (keys: string) =>
  keys !== '' && keys.split(' ').every((stroke) => /^(shift\+)?.$/u.test(stroke))

/** Keys reserved by browsers, used by systems to type characters (Alt and a letter), or that move within the page. */
const takenKeys =
  /^(mod\+(shift\+)?[ntw]|alt\+(shift\+)?.|(shift\+)?(Tab|Enter|Space|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|F\d+))$/

/** True if a user may assign the key. */
export const isChoosable = (keys: string) => keys.split(' ').every((stroke) => !takenKeys.test(stroke))
