import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { foldText } from '../../../../src/shared/text'
import { Avatar } from '../../../components/avatar'
import { classes } from '../../../lib/classes'
import { replaceText } from '../../../lib/replace-text'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'

interface Person {
  id: number
  name: string
}
interface MentionsOptions {
  chat: Chat
  text: string
  area: RefObject<HTMLTextAreaElement | null>
}
const maxPeople = 6

/**
 * Suggests members while the text before the cursor is an @ with the start of a name. Arrow keys select; Enter and Tab
 * insert.
 */
export function useMentions({ chat, text, area }: MentionsOptions) {
  const me = useMe()
  const [cursor, setCursor] = useState(0)
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mention = mentionAtCursor(text, cursor)
  const people: Person[] =
    mention === null || closedAt === mention.at
      ? []
      : chat.users
          .map(({ user }) => user)
          .filter(({ id, name }) => id !== me.id && anyWordStartsWith(name, mention.words))
          .slice(0, maxPeople)
  const insertMention = (person: Person | undefined) => {
    if (!person || !mention || !area.current) return
    const end = text[cursor] === ' ' ? cursor + 1 : cursor
    const isInserted = replaceText(area.current, { start: mention.at, end, text: `@${person.name} ` })
    if (!isInserted) setClosedAt(mention.at)
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (people.length === 0) return false
    const { key } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setActive((active + step + people.length) % people.length)
    else if (key === 'Enter' || key === 'Tab') insertMention(people[active] ?? people[0])
    else if (key === 'Escape') setClosedAt(mention?.at ?? null)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const onSelect = () => {
    setCursor(area.current?.selectionEnd ?? 0)
    setActive(0)
  }
  return { people, active: Math.min(active, Math.max(0, people.length - 1)), insertMention, onKeyDown, onSelect }
}

/** Position of the @ before the cursor and the folded text after it; null if no mention is being typed. */
export function mentionAtCursor(text: string, cursor: number): { at: number; words: string } | null {
  const found = /(^|\s)@([^@\n]{0,30})$/.exec(text.slice(0, cursor))
  return found ? { at: cursor - found[2]!.length - 1, words: foldText(found[2]!) } : null
}

/** True if the name or one of its words starts with the text. */
const anyWordStartsWith = (name: string, words: string) =>
  foldText(name).startsWith(words) || (words !== '' && foldText(name).includes(` ${words}`))

interface MentionListProps {
  id: string
  people: Person[]
  active: number
  insertMention: (person: Person) => void
}

export function MentionList({ id, people, active, insertMention }: MentionListProps) {
  const { t } = useTranslation()
  if (people.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('chats.mention')}
      className="absolute bottom-full left-2 mb-1 w-64 max-w-[calc(100%-16px)] rounded-lg border border-line bg-raised p-1 shadow-e2"
    >
      {people.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => {
            event.preventDefault() // keeps the cursor in the text
            insertMention(person)
          }}
          className={classes(
            'flex min-h-control-sm cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover',
            index === active && 'bg-hover',
          )}
        >
          <Avatar name={person.name} size="xs" />
          <span className="truncate">{person.name}</span>
        </div>
      ))}
    </div>
  )
}
