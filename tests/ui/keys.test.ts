import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectTypingField } from '../../ui/lib/held-words'
import { changeKey, keyOf, keyTable, problemOf, resetKeys, switchSingleKeys } from '../../ui/lib/key-map'
import { formatKeys, isChoosable, isSingle, nameOf } from '../../ui/lib/key-names'
import { availableActions, handleKeyDown, registerAction, startKeys } from '../../ui/lib/keys'
import { session } from '../../ui/lib/session'
import { clearPersonalData } from '../../ui/lib/storage'
import { addOpenConversation, addTypingField } from '../../ui/lib/type-to-focus'
import { ana } from './browser'

Object.assign(globalThis, { Element: (globalThis as never as { window: { Element: unknown } }).window.Element })
session.value = { kind: 'in', me: ana as never }
const undo: (() => void)[] = []
/** Row of a list focused by the keyboard, where single keys are shortcuts. */
let inList: Element | null
beforeEach(() => {
  inList = field('<div data-letter-keys><a href="#" data-here>Freguesa</a></div>')
})
afterEach(() => {
  for (const step of undo.splice(0)) step()
  resetKeys()
})

interface Given {
  key: string
  ctrl?: true
  meta?: true
  alt?: true
  shift?: true
  altGraph?: true
  composing?: true
  repeat?: true
  target?: unknown
}
const event = ({ key, ctrl, meta, alt, shift, altGraph, composing, repeat, target }: Given) => {
  const made = {
    key,
    ctrlKey: ctrl ?? false,
    metaKey: meta ?? false,
    altKey: alt ?? false,
    shiftKey: shift ?? false,
    isComposing: composing ?? false,
    repeat: repeat ?? false,
    target: target ?? inList,
    defaultPrevented: false,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph === true,
    preventDefault() {
      made.defaultPrevented = true
    },
  }
  return made as never as KeyboardEvent
}

/** Keyboard layout and key, event as browsers send it, expected name. */
const layouts: [string, Given, string | null][] = [
  ['any layout, a letter', { key: 'j' }, 'j'],
  ['any layout, caps lock', { key: 'J' }, 'j'],
  ['any layout, Shift and a letter', { key: 'J', shift: true }, 'shift+j'],
  ['US, ? with Shift', { key: '?', shift: true }, '?'],
  ['ABNT2, ? with Shift', { key: '?', shift: true }, '?'],
  ['ABNT2 without that key, AltGr+W on Windows', { key: '?', ctrl: true, alt: true, altGraph: true }, '?'],
  ['ABNT2 without that key, AltGr+Q on Linux', { key: '/', altGraph: true }, '/'],
  ['ABNT2, Ç', { key: 'Ç' }, 'ç'],
  ['ABNT2, dead key ´', { key: 'Dead' }, null],
  ['ABNT2, ~ and then a', { key: 'ã' }, 'ã'],
  ['es, ¿', { key: '¿', shift: true }, '¿'],
  ['Mac, ⌘K', { key: 'k', meta: true }, 'mod+k'],
  ['Mac, ⌥A types å', { key: 'å', alt: true }, 'alt+å'],
  ['Ctrl+K, caps lock', { key: 'K', ctrl: true }, 'mod+k'],
  ['Ctrl+Enter', { key: 'Enter', ctrl: true }, 'mod+Enter'],
  ['Alt+↓', { key: 'ArrowDown', alt: true }, 'alt+ArrowDown'],
  ['Shift alone', { key: 'Shift', shift: true }, null],
  ['a key during composition', { key: 'a', composing: true }, null],
  ['an on-screen keyboard', { key: 'Unidentified' }, null],
]
test.each(layouts)('nameOf on %s', (_, given, name) => {
  expect(nameOf(event(given))).toBe(name)
})

test('shown returns the display text of keys, with ⌘ on Apple', () => {
  expect(['mod+k', 'alt+ArrowDown', 'g i', '?', 'shift+j'].map((keys) => formatKeys(keys, false))).toEqual([
    'Ctrl+K',
    'Alt+↓',
    'G I',
    '?',
    'Shift+J',
  ])
  expect(formatKeys('mod+k', true)).toBe('⌘K')
})

test('the keys of the table are unique, not reserved, and no prefix of each other', () => {
  for (const [id, { keys }] of Object.entries(keyTable)) {
    expect([id, problemOf(id as never, keys)]).toEqual([id, null])
    if (!keys.includes('Arrow')) expect([id, isChoosable(keys)]).toEqual([id, true])
  }
  for (const keys of [
    'mod+t',
    'mod+n',
    'mod+w',
    'mod+shift+n',
    'alt+e',
    'Tab',
    'Enter',
    'Escape',
    'F5',
    'ArrowUp',
    'g Enter',
  ])
    expect([keys, isChoosable(keys)]).toEqual([keys, false])
  expect(['j', 'g i', '?', 'shift+j'].every(isSingle)).toBe(true)
  expect(['mod+k', 'alt+ArrowUp', 'alt+e', 'alt+g i', 'ArrowDown', ''].some(isSingle)).toBe(false)
})

/** Registers an action that counts its runs. */
function registered(id: keyof typeof keyTable, more: object = {}) {
  const ran = { times: 0 }
  undo.push(registerAction({ id, run: () => ran.times++, ...more }))
  return ran
}
const field = (html: string) => {
  document.body.innerHTML = html
  return document.body.querySelector('[data-here]')
}

test('in a field, a single key types a letter; keys with Ctrl or Alt run actions', () => {
  const [close, palette, next] = [
    registered('ticket.close'),
    registered('palette.open'),
    registered('ticket.nextWriting'),
  ]
  for (const html of [
    '<input data-here>',
    '<textarea data-here></textarea>',
    '<select data-here></select>',
    '<p contenteditable="true"><b data-here></b></p>',
  ]) {
    const target = field(html)
    handleKeyDown(event({ key: 'e', target }))
    handleKeyDown(event({ key: 'k', ctrl: true, target }))
    handleKeyDown(event({ key: 'ArrowDown', alt: true, target }))
  }
  expect([close.times, palette.times, next.times]).toEqual([0, 4, 4])
})

test('a single key acts on a ticket only in the list; the key with Alt acts anywhere', () => {
  const [close, search, tickets] = [registered('ticket.close'), registered('search'), registered('go.tickets')]
  const outside = () => field('<button data-here></button>')
  handleKeyDown(event({ key: 'e', target: outside() }))
  handleKeyDown(event({ key: 'e', target: document.body }))
  expect(close.times).toBe(0)
  handleKeyDown(event({ key: 'e', alt: true, target: outside() }))
  handleKeyDown(event({ key: 'e', alt: true, target: field('<textarea data-here></textarea>') }))
  handleKeyDown(event({ key: 'e', target: field('<p data-letter-keys><input type="checkbox" data-here></p>') }))
  expect(close.times).toBe(3)
  // While a conversation is open, single keys for navigation do not act either.
  handleKeyDown(event({ key: '/', target: outside() }))
  undo.push(addOpenConversation())
  handleKeyDown(event({ key: '/', target: outside() }))
  handleKeyDown(event({ key: 'g', target: outside() }))
  handleKeyDown(event({ key: 'i', target: outside() }))
  expect([search.times, tickets.times]).toEqual([1, 0])
  handleKeyDown(event({ key: 'g', alt: true, target: outside() }))
  handleKeyDown(event({ key: 'i', target: field('<textarea data-here></textarea>') }))
  expect(tickets.times).toBe(1)
})

const dispatch = (target: Element | Document, type: string) =>
  target.dispatchEvent(new (window as never as { Event: typeof Event }).Event(type, { bubbles: true }))

test('a row focused by a click ignores single keys until the keyboard moves the focus', () => {
  const close = registered('ticket.close')
  undo.push(startKeys())
  document.body.innerHTML = '<div data-letter-keys><a href="#" id="one">1</a><a href="#" id="two">2</a></div>'
  const rowOf = (id: string) => document.getElementById(id)!
  dispatch(rowOf('one'), 'pointerdown')
  rowOf('one').focus()
  handleKeyDown(event({ key: 'e', target: rowOf('one') }))
  expect(close.times).toBe(0)
  dispatch(rowOf('one'), 'keydown')
  handleKeyDown(event({ key: 'e', target: rowOf('one') }))
  expect(close.times).toBe(0)
  rowOf('two').focus()
  handleKeyDown(event({ key: 'e', target: rowOf('two') }))
  expect(close.times).toBe(1)
})

/** Renders a bubble and the composer. */
function conversation() {
  document.body.innerHTML = '<p tabindex="-1" id="bubble">Oi</p><textarea id="composer"></textarea>'
  const [bubble, composer] = ['bubble', 'composer'].map((id) => document.getElementById(id)!)
  return { bubble: bubble!, composer: composer as HTMLTextAreaElement }
}

const typed: [string, Given, boolean][] = [
  ['a letter', { key: 'o' }, true],
  ['a capital letter', { key: 'O', shift: true }, true],
  ['a letter with an accent', { key: 'ç' }, true],
  ['a dead key', { key: 'Dead' }, true],
  ['the first key of an input method', { key: 'Process' }, true],
  ['a sign typed with AltGr', { key: '/', ctrl: true, alt: true, altGraph: true }, true],
  ['Space, which scrolls', { key: ' ' }, false],
  ['Enter', { key: 'Enter' }, false],
  ['Tab', { key: 'Tab' }, false],
  ['Shift alone', { key: 'Shift', shift: true }, false],
  ['Ctrl+C', { key: 'c', ctrl: true }, false],
  ['Alt and a letter without an action', { key: 'q', alt: true }, false],
  ['a key during composition', { key: 'a', composing: true }, false],
]
test.each(typed)('outside a field, only keys that type focus the composer: %s', (_, given, focuses) => {
  const { bubble, composer } = conversation()
  undo.push(addTypingField({ area: { current: composer } }))
  bubble.focus()
  const pressed = event({ ...given, target: bubble })
  handleKeyDown(pressed)
  expect([document.activeElement === composer, pressed.defaultPrevented]).toEqual([focuses, false])
})

test('a letter typed in a dialog, another field or a list of choices does not focus the composer', () => {
  for (const html of [
    '<div role="dialog"><b tabindex="0" data-here></b></div>',
    '<input data-here>',
    '<button aria-haspopup="listbox" data-here></button>',
    '<div data-letter-keys><a href="#" data-here></a></div>',
  ]) {
    const { composer } = conversation()
    const stop = addTypingField({ area: { current: composer } })
    document.body.insertAdjacentHTML('beforeend', html)
    const target = document.querySelector<HTMLElement>('[data-here]')!
    target.focus()
    handleKeyDown(event({ key: 'o', target }))
    expect([html, document.activeElement === target]).toEqual([html, true])
    stop()
  }
})

/** Place of a letter outside every field, and the field that takes it. */
const places: [string, string, string | null][] = [
  ['a control of the conversation', 'header', 'composer'],
  ['the row of the open conversation', 'open-row', 'composer'],
  ['the row of another conversation', 'other-row', 'search'],
  ['a tab above the search', 'tab', 'search'],
  ['a control outside of both', 'bell', null],
  ['an entry of a menu', 'entry', null],
  ['an entry of a menu of the conversation', 'inner-entry', null],
  ['an option of a list', 'option', null],
  ['an element with a tab stop of its own', 'day', null],
]
test.each(places)('a letter typed on %s is for the field of its place: #%s types in %s', (_, id, expected) => {
  document.body.innerHTML = `
    <main tabindex="-1"><button id="bell"></button>
    <b role="menuitemradio" tabindex="-1" id="entry"></b><b role="option" tabindex="-1" id="option"></b>
    <b role="gridcell" tabindex="0" id="day"></b>
    <section data-typing-place>
      <button role="tab" id="tab"></button>
      <input id="search" data-typing-field>
      <div data-letter-keys>
        <p role="listitem"><a href="#" id="open-row" aria-current="page"></a></p>
        <p role="listitem"><a href="#" id="other-row"></a></p>
      </div>
      <p id="blank"></p>
    </section>
    <section data-typing-place>
      <button id="header"></button><b role="menuitem" tabindex="-1" id="inner-entry"></b>
      <textarea id="composer" data-typing-field></textarea>
    </section></main>`
  const element = (name: string) => document.getElementById(name)!
  undo.push(addTypingField({ area: { current: element('composer') as HTMLTextAreaElement } }), startKeys())
  const target = element(id)
  dispatch(target, 'pointerdown')
  target.focus()
  handleKeyDown(event({ key: 'o', target }))
  expect(document.activeElement?.id).toBe(expected ?? id)
  // Without a focused element, the place pressed last counts.
  ;(document.activeElement as HTMLElement).blur()
  dispatch(element('blank'), 'pointerdown')
  handleKeyDown(event({ key: 'o', target: document.body }))
  expect(document.activeElement?.id).toBe('search')
  // Later tests move the focus by key.
  dispatch(document, 'keydown')
  element('other-row').focus()
})

/** Presses a key as a browser does: it types in the text area that has the focus after the key's handlers. */
function press(key: string, target?: Element | null) {
  const pressed = event({ key, target: target ?? document.activeElement })
  handleKeyDown(pressed)
  const { activeElement } = document
  if (pressed.defaultPrevented || activeElement?.tagName !== 'TEXTAREA') return
  const area = activeElement as HTMLTextAreaElement
  area.value = key === 'Backspace' ? area.value.slice(0, -1) : area.value + (key === 'Enter' ? '\n' : key)
}
/** Text inserted into fields by the page, with the field. */
function watchInsertions() {
  const inserted: [string, Element | null][] = []
  const execCommand = (_: string, __: boolean, text: string) => inserted.push([text, document.activeElement])
  Object.assign(document, { execCommand })
  return inserted
}

test('keys pressed before the expected field mounts are inserted in order, shortcuts included', async () => {
  const inserted = watchInsertions()
  const close = registered('ticket.close')
  undo.push(expectTypingField())
  press('O', inList)
  for (const key of ['i', 'x', 'Backspace', 'Enter', 'e', ' ', 'v']) press(key)
  expect(close.times).toBe(0)
  const { composer } = conversation()
  undo.push(addTypingField({ area: { current: composer } }))
  await Promise.resolve()
  expect(inserted).toEqual([['Oi\ne v', composer]])
  // After Escape or the end function, letters are shortcuts again.
  for (const isEscape of [true, false]) {
    const end = expectTypingField()
    if (isEscape) handleKeyDown(event({ key: 'Escape', target: inList }))
    else end()
    handleKeyDown(event({ key: 'e', target: inList }))
  }
  expect([close.times, inserted.length]).toEqual([2, 1])
})

test('keys pressed in the field of the conversation being left go into the next one', async () => {
  const inserted = watchInsertions()
  const { composer } = conversation()
  undo.push(addTypingField({ area: { current: composer } }))
  composer.focus()
  press('a')
  undo.push(expectTypingField())
  press('O')
  press('i')
  expect(composer.value).toBe('a')
  const next = document.createElement('textarea')
  document.body.append(next)
  undo.push(addTypingField({ area: { current: next } }))
  await Promise.resolve()
  expect([inserted, document.querySelectorAll('textarea').length]).toEqual([[['Oi', next]], 2])
})

test('held keys return to the field they were pressed in when the next conversation does not come', async () => {
  const inserted = watchInsertions()
  const { composer } = conversation()
  undo.push(addTypingField({ area: { current: composer } }))
  composer.focus()
  const giveUp = expectTypingField()
  press('O')
  press('i')
  giveUp()
  await Promise.resolve()
  expect(inserted).toEqual([['Oi', composer]])
  press('!')
  expect(composer.value).toBe('!')
})

test('keys in another field of the page are not held', () => {
  const search = field('<input data-here>')
  undo.push(expectTypingField())
  press('o', search)
  expect(document.querySelector('textarea')).toBeNull()
})

test('keys in dialogs, menus and list boxes run no action', () => {
  const close = registered('ticket.close')
  for (const role of ['dialog', 'menu', 'listbox'])
    handleKeyDown(event({ key: 'e', target: field(`<div role="${role}"><b data-here></b></div>`) }))
  expect(close.times).toBe(0)
})

test('a sequence of two keys runs its action; another second key runs its own', () => {
  const [tickets, close] = [registered('go.tickets'), registered('ticket.close')]
  handleKeyDown(event({ key: 'i' }))
  handleKeyDown(event({ key: 'g' }))
  handleKeyDown(event({ key: 'i' }))
  expect(tickets.times).toBe(1)
  handleKeyDown(event({ key: 'g' }))
  handleKeyDown(event({ key: 'e' }))
  handleKeyDown(event({ key: 'i' }))
  expect([tickets.times, close.times]).toEqual([1, 1])
})

test('the latest available action runs once; a held key repeats only with `repeats`', () => {
  const old = registered('ticket.close')
  const now = { can: true }
  const fresh = registered('ticket.close', { when: () => now.can })
  const next = registered('ticket.next', { repeats: true })
  const first = event({ key: 'e' })
  handleKeyDown(first)
  handleKeyDown(first) // already handled (defaultPrevented)
  handleKeyDown(event({ key: 'e', repeat: true }))
  now.can = false
  handleKeyDown(event({ key: 'e' }))
  handleKeyDown(event({ key: 'j', repeat: true }))
  expect([fresh.times, old.times, next.times]).toEqual([1, 1, 1])
  expect(availableActions().map(({ id }) => id)).toEqual(['ticket.next', 'ticket.close'])
})

test('changed keys apply per user, can be switched off and reset, and survive a logout', () => {
  const close = registered('ticket.close')
  changeKey('ticket.close', 'y')
  handleKeyDown(event({ key: 'e' }))
  handleKeyDown(event({ key: 'y' }))
  expect(close.times).toBe(1)
  expect(problemOf('ticket.reply', 'y')).toEqual({ takenBy: 'ticket.close' })
  expect(problemOf('ticket.reply', 'g')).toEqual({ takenBy: 'go.tickets' })
  expect(problemOf('ticket.reply', 'mod+t')).toBe('kept')
  switchSingleKeys(false)
  handleKeyDown(event({ key: 'y' }))
  expect([close.times, keyOf('ticket.close'), keyOf('palette.open')]).toEqual([1, '', 'mod+k'])
  switchSingleKeys(true)
  clearPersonalData()
  session.value = { kind: 'in', me: { ...ana, id: 8 } as never }
  expect(keyOf('ticket.close')).toBe('e')
  session.value = { kind: 'in', me: ana as never }
  expect(keyOf('ticket.close')).toBe('y')
  resetKeys()
  expect(keyOf('ticket.close')).toBe('e')
  for (const broken of ['{', '7', '{"keys":{"no.such":"q","ticket.close":7}}', '{"keys":null}']) {
    localStorage.setItem(`shortcuts.${ana.id}`, broken)
    switchSingleKeys(true)
    expect(keyOf('ticket.close')).toBe('e')
  }
})
