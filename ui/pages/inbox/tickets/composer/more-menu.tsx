import { Braces, CalendarClock, Camera, Image, Paperclip, Plus, Save, StickyNote, Zap } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../../components/menu'
import { useTranslation } from '../../../../lib/use-translation'
import type { Mode } from '../store/composer'

interface MoreMenuProps {
  isNote: boolean
  /** Types `/` or `{{`, which opens the list of suggestions. */
  onType: (sign: '/' | '{{') => void
  onPickFiles: (what: 'camera' | 'gallery' | 'files') => void
  /** Send a contact, a location or a sticker. */
  cards: MenuEntry[]
  /** Undefined without a text to save. */
  onSaveQuickReply?: () => void
  /** Undefined if the message cannot be scheduled. */
  onLater?: () => void
  onMode: (mode: Mode) => void
}

/** Menu of the composer: all that can be sent, what can be typed, and the note, which a narrow conversation has here only. */
export function MoreMenu({ isNote, onType, onPickFiles, cards, onSaveQuickReply, onLater, onMode }: MoreMenuProps) {
  const { t } = useTranslation()
  const isTouch = matchMedia('(pointer: coarse)').matches
  const taken: MenuEntry[] = [
    { label: t('composer.camera'), icon: <Camera aria-hidden />, onSelect: () => onPickFiles('camera') },
    { label: t('composer.gallery'), icon: <Image aria-hidden />, onSelect: () => onPickFiles('gallery') },
  ]
  const file: MenuEntry = {
    label: t('composer.file'),
    icon: <Paperclip aria-hidden />,
    onSelect: () => onPickFiles('files'),
  }
  const inserts: MenuEntry[] = [
    {
      label: t('composer.quickReplies'),
      icon: <Zap aria-hidden />,
      shortcut: '/',
      separated: true,
      onSelect: () => onType('/'),
    },
    ...(onSaveQuickReply
      ? [{ label: t('composer.saveAsQuickReply'), icon: <Save aria-hidden />, onSelect: onSaveQuickReply }]
      : []),
    { label: t('variables.menu'), icon: <Braces aria-hidden />, shortcut: '{{', onSelect: () => onType('{{') },
    ...(onLater ? [{ label: t('composer.sendLater'), icon: <CalendarClock aria-hidden />, onSelect: onLater }] : []),
  ]
  const note: MenuEntry = {
    label: t('composer.note'),
    icon: <StickyNote aria-hidden />,
    separated: true,
    onSelect: () => onMode('note'),
  }
  if (isNote) return null
  return (
    <Menu
      align="start"
      trigger={
        <IconButton tooltipSide="top" label={t('composer.more')}>
          <Plus aria-hidden />
        </IconButton>
      }
      entries={[...(isTouch ? taken : []), file, ...cards, ...inserts, note]}
    />
  )
}

/** Button beside the menu on wide screens: a quick reply takes three clicks with the one that sends. */
export function QuickRepliesButton({ onType }: Pick<MoreMenuProps, 'onType'>) {
  const { t } = useTranslation()
  return (
    <IconButton
      tooltipSide="top"
      shortcut="/"
      label={t('composer.quickReplies')}
      // The press would take the focus from the field, into which the sign is typed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onType('/')}
    >
      <Zap aria-hidden />
    </IconButton>
  )
}
