import { Braces, CalendarClock, Camera, EllipsisVertical, Image, Save, StickyNote, Zap } from 'lucide-react'
import { undoChoices } from '../../../../../src/shared/limits'
import { IconButton } from '../../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../../components/menu'
import { updateMe, useMe } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import type { Mode } from '../store/composer'
import { setUndoSeconds } from '../store/requests'
import { type SendKey, sendKey, setSendKey } from './send-key'

interface MoreMenuProps {
  isNote: boolean
  /** Types `/` or `{{`, which opens the list of suggestions. */
  onType: (sign: '/' | '{{') => void
  onPickFiles: (what: 'camera' | 'gallery') => void
  /** Send a contact, a location or a sticker. */
  cards: MenuEntry[]
  /** Undefined without a text to save. */
  onSaveQuickReply?: () => void
  /** Undefined if the message cannot be scheduled. */
  onLater?: () => void
  /** Given in a narrow conversation, which has no room for the switch. */
  onMode?: (mode: Mode) => void
  size?: 'sm' | 'md'
}

/** Menu of the composer: less frequent actions and the user's settings for sending. */
export function MoreMenu({
  isNote,
  onType,
  onPickFiles,
  cards,
  onSaveQuickReply,
  onLater,
  onMode,
  size = 'sm',
}: MoreMenuProps) {
  const { t } = useTranslation()
  const isTouch = matchMedia('(pointer: coarse)').matches
  const preferences = useSendingPreferences(isTouch)
  const files: MenuEntry[] = [
    { label: t('composer.camera'), icon: <Camera aria-hidden />, onSelect: () => onPickFiles('camera') },
    { label: t('composer.gallery'), icon: <Image aria-hidden />, onSelect: () => onPickFiles('gallery') },
  ]
  const inserts: MenuEntry[] = [
    { label: t('composer.quickReplies'), icon: <Zap aria-hidden />, shortcut: '/', onSelect: () => onType('/') },
    ...(onSaveQuickReply
      ? [{ label: t('composer.saveAsQuickReply'), icon: <Save aria-hidden />, onSelect: onSaveQuickReply }]
      : []),
    { label: t('variables.menu'), icon: <Braces aria-hidden />, shortcut: '{{', onSelect: () => onType('{{') },
    ...(onLater ? [{ label: t('composer.sendLater'), icon: <CalendarClock aria-hidden />, onSelect: onLater }] : []),
  ]
  const modes: MenuEntry[] =
    onMode && !isNote
      ? [{ label: t('composer.note'), icon: <StickyNote aria-hidden />, onSelect: () => onMode('note') }]
      : []
  return (
    <Menu
      trigger={
        <IconButton size={size} tooltipSide="top" label={t('composer.more')}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={
        isNote
          ? [...modes, ...preferences]
          : [...modes, ...(isTouch ? files : []), ...cards, ...inserts, ...preferences]
      }
    />
  )
}

/** Button beside the menu on wide screens: a quick reply takes three clicks with the one that sends. */
export function QuickRepliesButton({ onType }: Pick<MoreMenuProps, 'onType'>) {
  const { t } = useTranslation()
  return (
    <IconButton
      size="sm"
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

/** Settings of the user: key that sends (not on touch devices) and undo time. */
function useSendingPreferences(isTouch: boolean): MenuEntry[] {
  const { t } = useTranslation()
  const me = useMe()
  const chosenKey = useValue(sendKey)
  const key = (value: SendKey, label: string, separated: boolean): MenuEntry => ({
    label,
    separated,
    checked: chosenKey === value,
    onSelect: () => setSendKey(value),
  })
  const undo = undoChoices.map((seconds, index) => ({
    label: seconds === 0 ? t('composer.undoNever') : t('composer.undoFor', { count: seconds }),
    separated: index === 0,
    checked: me.undoSeconds === seconds,
    onSelect: () => {
      const before = me.undoSeconds
      updateMe({ undoSeconds: seconds })
      setUndoSeconds(me.id, seconds).catch((failure) => {
        updateMe({ undoSeconds: before })
        toastError(failure)
      })
    },
  }))
  if (isTouch) return undo
  return [key('enter', t('composer.enterSends'), true), key('ctrl', t('composer.ctrlEnterSends'), false), ...undo]
}
