import { CornerDownLeft, History, Keyboard, MessageSquarePlus, MoreHorizontal, Settings, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { FoundMessage, SearchResult } from '../../src/features/inbox/search/everything/model'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { foldText } from '../../src/shared/text'
import { Avatar } from '../components/avatar'
import { HighlightedText } from '../components/highlighted-text'
import { Key } from '../components/key'
import { actionIds, keyTable, listKeyText } from '../lib/key-map'
import { availableActions } from '../lib/keys'
import { paths, toFoundMessage, toTickets } from '../lib/paths'
import { showNumber } from '../lib/phone'
import { useMe } from '../lib/session'
import { shortTime } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import type { MenuRow } from '../navigation/menu-row'
import { rowsFor } from '../navigation/menu-rows'
import { recentSearches } from '../search/recent-searches'
import type { Search } from '../search/use-search'
import { useAccountItems } from './account-items'

/** Selectable line of the palette. */
export interface Item {
  id: string
  icon: ReactNode
  text: ReactNode
  /** Second line, below the text. */
  more?: ReactNode
  /** Content at the right edge. */
  aside?: ReactNode
  run: () => void
  /** Keeps the palette open after selection. */
  keepsPaletteOpen?: boolean
}
export interface Section {
  title: string
  items: Item[]
}

interface SectionsInput {
  text: string
  hasFilters: boolean
  search: Search
  setText: (text: string) => void
  onContact: (contact: { id: number; name: string }) => void
  onNewTicket: (contact: SearchResult['contacts'][number]) => void
}

const words = (text: string) => foldText(text).split(/\s+/).filter(Boolean)
const matchesAllWords = (name: string, text: string) => words(text).every((word) => foldText(name).includes(word))

/** Sections of the palette: recent searches, actions and pages without a query, else also the search results. */
export function useSections(input: SectionsInput): Section[] {
  const { t } = useTranslation()
  const results = useResultSections(input)
  const actionSections = useActionSections(input.text)
  const isEmpty = input.text.trim() === '' && !input.hasFilters
  const recent = recentSearches().map((text) => ({
    id: `recent:${text}`,
    icon: <History aria-hidden />,
    text,
    keepsPaletteOpen: true,
    run: () => input.setText(text),
  }))
  const sections = isEmpty
    ? [{ title: t('palette.recent'), items: recent }, ...actionSections]
    : [...(input.hasFilters ? [] : actionSections), ...results]
  return sections.filter(({ items }) => items.length > 0)
}

/** Actions and pages whose names match the text. */
function useActionSections(text: string): Section[] {
  const { t } = useTranslation()
  const pages = usePages(text)
  const account = useAccountItems().filter((item) => matchesAllWords(item.text, text))
  const hidden = ['palette.open', 'search']
  const can = new Map(availableActions().map((action) => [action.id, action]))
  const ids = actionIds.filter((id) => can.has(id) && !hidden.includes(id) && !id.startsWith('go.'))
  return [
    {
      title: t('palette.actions'),
      items: ids
        .filter((id) => !id.endsWith('Writing') && matchesAllWords(t(keyTable[id].text), text))
        .map((id) => ({
          id: `do:${id}`,
          icon: id === 'keys.help' ? <Keyboard aria-hidden /> : <Zap aria-hidden />,
          text: t(keyTable[id].text),
          aside: listKeyText(id) && <Key>{listKeyText(id)}</Key>,
          run: () => can.get(id)?.run(),
        })),
    },
    { title: t('palette.pages'), items: pages },
    { title: t('shell.profile'), items: account },
  ]
}

/** Pages that the person may open and whose name or explaining line matches the text. */
function usePages(text: string): Item[] {
  const { t } = useTranslation()
  const me = useMe()
  const [, navigate] = useLocation()
  const hub: MenuRow = { to: paths.settingsHub, text: 'settings.title', icon: Settings }
  return [...rowsFor(me), hub]
    .filter((row) => matchesAllWords([t(row.text), row.explain ? t(row.explain) : ''].join(' '), text))
    .map(({ to, text: name, icon: Icon, explain }) => ({
      id: `page:${to}`,
      icon: <Icon aria-hidden />,
      text: t(name),
      aside: explain && <span className="text-faint text-xs max-sm:hidden">{t(explain)}</span>,
      run: () => navigate(to),
    }))
}

/** Results of the server-side search. */
function useResultSections({ search, onContact, onNewTicket }: SectionsInput): Section[] {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { result } = search
  if (!result) return []
  const messages: Item[] = result.messages.map((message) => ({
    id: `message:${message.message.id}`,
    icon: avatarOf(message.ticket.contact.name, message.ticket.contact.profilePicUrl, message.ticket.isGroup),
    text: message.ticket.contact.name || message.ticket.contact.number,
    more: <HighlightedText {...message.snippet} />,
    aside: <ResultTime iso={message.message.createdAt} />,
    run: () => navigate(toMessage(message)),
  }))
  if (result.hasMore)
    messages.push({
      id: 'more',
      icon: <MoreHorizontal aria-hidden />,
      text: t(search.state === 'loading' ? 'common.loadingMore' : 'palette.more'),
      keepsPaletteOpen: true,
      run: search.more,
    })
  return [
    {
      title: t('palette.contacts'),
      items: result.contacts.flatMap((contact) => {
        const name = contact.name || (contact.number ?? '')
        const { id, number, isGroup, profilePicUrl } = contact
        const filter: Item = {
          id: `contact:${id}`,
          icon: avatarOf(name, profilePicUrl, isGroup),
          text: name,
          more: number && showNumber(number),
          keepsPaletteOpen: true,
          run: () => onContact({ id, name }),
        }
        if (isGroup) return [filter]
        const text = t('palette.newTicket', { name })
        return [
          filter,
          {
            id: `new:${id}`,
            icon: <MessageSquarePlus aria-hidden />,
            text,
            keepsPaletteOpen: true,
            run: () => onNewTicket(contact),
          },
        ]
      }),
    },
    {
      title: t('palette.tickets'),
      items: result.tickets.map((ticket) => ({
        id: `ticket:${ticket.id}`,
        icon: avatarOf(ticket.contact.name, ticket.contact.profilePicUrl, ticket.isGroup),
        text: ticket.contact.name || ticket.contact.number,
        more: <TicketState ticket={ticket} />,
        aside: <ResultTime iso={ticket.lastMessageAt} />,
        run: () => navigate(toTickets(ticket.uuid)),
      })),
    },
    { title: t('palette.messages'), items: messages },
  ]
}

const avatarOf = (name: string, src: string, group: boolean) => <Avatar name={name} src={src} size="sm" group={group} />

/** Address of a message: its ticket, scrolled to the message. */
const toMessage = ({ ticket, message, snippet }: FoundMessage) => toFoundMessage(ticket.uuid, message.id, snippet)

function TicketState({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const state = { pending: t('palette.pending'), open: t('palette.opened'), closed: t('palette.closed') }[ticket.status]
  return <>{[state, ticket.queue?.name, ticket.user?.name].filter(Boolean).join(' · ')}</>
}

function ResultTime({ iso }: { iso: string }) {
  const { t } = useTranslation()
  const when = shortTime(iso)
  return <span className="text-faint text-xs tabular-nums">{when === 'yesterday' ? t('common.yesterday') : when}</span>
}

export const EnterIcon = () => <CornerDownLeft aria-hidden className="size-3.5" />
