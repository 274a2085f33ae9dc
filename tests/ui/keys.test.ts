import './browser'
import { afterEach, expect, test } from 'bun:test'
import { changeKey, keyOf, keyTable, problemOf, resetKeys, switchSingleKeys } from '../../ui/lib/key-map'
import { isChoosable, isSingle, nameOf, shown } from '../../ui/lib/key-names'
import { action, possible, press } from '../../ui/lib/keys'
import { session } from '../../ui/lib/session'
import { forgetPerson } from '../../ui/lib/storage'
import { ana } from './browser'

Object.assign(globalThis, { Element: (globalThis as never as { window: { Element: unknown } }).window.Element })
session.value = { kind: 'in', me: ana as never }
const undo: (() => void)[] = []
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
    target: target ?? document.body,
    defaultPrevented: false,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph === true,
    preventDefault() {
      made.defaultPrevented = true
    },
  }
  return made as never as KeyboardEvent
}

/** As browsers tell it on the keyboards people here have. */
const layouts: [string, Given, string | null][] = [
  ['any, a letter', { key: 'j' }, 'j'],
  ['any, caps lock', { key: 'J' }, 'j'],
  ['any, shift', { key: 'J', shift: true }, 'shift+j'],
  ['US, ? with shift', { key: '?', shift: true }, '?'],
  ['ABNT2, ? with shift', { key: '?', shift: true }, '?'],
  ['ABNT2 without that key, AltGr+W on Windows', { key: '?', ctrl: true, alt: true, altGraph: true }, '?'],
  ['ABNT2 without that key, AltGr+Q on Linux', { key: '/', altGraph: true }, '/'],
  ['ABNT2, Ç', { key: 'Ç' }, 'ç'],
  ['ABNT2, a dead ´', { key: 'Dead' }, null],
  ['ABNT2, ~ and then a', { key: 'ã' }, 'ã'],
  ['es, ¿', { key: '¿', shift: true }, '¿'],
  ['Mac, ⌘K', { key: 'k', meta: true }, 'mod+k'],
  ['Mac, ⌥A types å', { key: 'å', alt: true }, 'alt+å'],
  ['Ctrl+K, caps lock', { key: 'K', ctrl: true }, 'mod+k'],
  ['Ctrl+Enter', { key: 'Enter', ctrl: true }, 'mod+Enter'],
  ['Alt+↓', { key: 'ArrowDown', alt: true }, 'alt+ArrowDown'],
  ['shift alone', { key: 'Shift', shift: true }, null],
  ['a word being composed', { key: 'a', composing: true }, null],
  ['a keyboard of a phone', { key: 'Unidentified' }, null],
]
test.each(layouts)('%s', (_, given, name) => {
  expect(nameOf(event(given))).toBe(name)
})

test('keys as people read them', () => {
  expect(['mod+k', 'alt+ArrowDown', 'g i', '?', 'shift+j'].map((keys) => shown(keys, false))).toEqual([
    'Ctrl+K',
    'Alt+↓',
    'G I',
    '?',
    'Shift+J',
  ])
  expect(shown('mod+k', true)).toBe('⌘K')
})

test('no key of the table is the browser’s, belongs to two, or hides another', () => {
  for (const [id, { keys }] of Object.entries(keyTable)) {
    expect([id, problemOf(id as never, keys)]).toEqual([id, null])
    if (!keys.startsWith('alt+Arrow')) expect([id, isChoosable(keys)]).toEqual([id, true])
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
  expect(['mod+k', 'alt+ArrowUp'].some(isSingle)).toBe(false)
})

/** Registers, and counts. */
function registered(id: keyof typeof keyTable, more: object = {}) {
  const ran = { times: 0 }
  undo.push(action({ id, run: () => ran.times++, ...more }))
  return ran
}
const field = (html: string) => {
  document.body.innerHTML = html
  return document.body.querySelector('[data-here]')
}

test('single keys are letters where somebody writes; Ctrl and Alt work there too', () => {
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
    press(event({ key: 'e', target }))
    press(event({ key: 'k', ctrl: true, target }))
    press(event({ key: 'ArrowDown', alt: true, target }))
  }
  expect([close.times, palette.times, next.times]).toEqual([0, 4, 4])
  press(event({ key: 'e', target: field('<button data-here></button><input type="checkbox">') }))
  press(event({ key: 'e', target: field('<input type="checkbox" data-here>') }))
  expect(close.times).toBe(2)
})

test('windows, menus and lists of choices keep their keys', () => {
  const close = registered('ticket.close')
  for (const role of ['dialog', 'menu', 'listbox'])
    press(event({ key: 'e', target: field(`<div role="${role}"><b data-here></b></div>`) }))
  expect(close.times).toBe(0)
})

test('two keys one after the other; what breaks off is a key of its own again', () => {
  const [tickets, close] = [registered('go.tickets'), registered('ticket.close')]
  press(event({ key: 'i' }))
  press(event({ key: 'g' }))
  press(event({ key: 'i' }))
  expect(tickets.times).toBe(1)
  press(event({ key: 'g' }))
  press(event({ key: 'e' }))
  press(event({ key: 'i' }))
  expect([tickets.times, close.times]).toEqual([1, 1])
})

test('the newest that can is run, a held key only where it may repeat, and nothing twice', () => {
  const old = registered('ticket.close')
  const now = { can: true }
  const fresh = registered('ticket.close', { when: () => now.can })
  const next = registered('ticket.next', { repeats: true })
  const first = event({ key: 'e' })
  press(first)
  press(first) // somebody else's by now
  press(event({ key: 'e', repeat: true }))
  now.can = false
  press(event({ key: 'e' }))
  press(event({ key: 'j', repeat: true }))
  expect([fresh.times, old.times, next.times]).toEqual([1, 1, 1])
  expect(possible().map(({ id }) => id)).toEqual(['ticket.next', 'ticket.close'])
})

test('a person’s own keys: changed, off, back, each person their own, and kept through a sign-out', () => {
  const close = registered('ticket.close')
  changeKey('ticket.close', 'y')
  press(event({ key: 'e' }))
  press(event({ key: 'y' }))
  expect(close.times).toBe(1)
  expect(problemOf('ticket.reply', 'y')).toEqual({ takenBy: 'ticket.close' })
  expect(problemOf('ticket.reply', 'g')).toEqual({ takenBy: 'go.tickets' })
  expect(problemOf('ticket.reply', 'mod+t')).toBe('kept')
  switchSingleKeys(false)
  press(event({ key: 'y' }))
  expect([close.times, keyOf('ticket.close'), keyOf('palette.open')]).toEqual([1, '', 'mod+k'])
  switchSingleKeys(true)
  forgetPerson()
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
