import { Braces, CalendarClock, Camera, EllipsisVertical, Image, Zap } from 'lucide-react'
import { undoChoices } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../components/menu'
import { updateMe, useMe } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { chooseUndo } from '../store/requests'
import { chooseSendKey, type SendKey, sendKey } from './send-key'

interface MoreMenuProps {
  isNote: boolean
  /** Types `/` or `{{`, which opens the list of suggestions. */
  onType: (sign: '/' | '{{') => void
  onPick: (what: 'camera' | 'gallery') => void
  /** Undefined if the message cannot be scheduled. */
  onLater?: () => void
}

/** Menu of the composer: less frequent actions and the user's settings for sending. */
export function MoreMenu({ isNote, onType, onPick, onLater }: MoreMenuProps) {
  const { t } = useTranslation()
  const isTouch = matchMedia('(pointer: coarse)').matches
  const habits = useHabits(isTouch)
  const files: MenuEntry[] = [
    { label: t('composer.camera'), icon: <Camera aria-hidden />, onSelect: () => onPick('camera') },
    { label: t('composer.gallery'), icon: <Image aria-hidden />, onSelect: () => onPick('gallery') },
  ]
  const words: MenuEntry[] = [
    { label: t('composer.quickReplies'), icon: <Zap aria-hidden />, shortcut: '/', onSelect: () => onType('/') },
    { label: t('variables.menu'), icon: <Braces aria-hidden />, shortcut: '{{', onSelect: () => onType('{{') },
    ...(onLater ? [{ label: t('composer.sendLater'), icon: <CalendarClock aria-hidden />, onSelect: onLater }] : []),
  ]
  return (
    <Menu
      trigger={
        <IconButton size="sm" tooltipSide="top" label={t('composer.more')}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={isNote ? habits : [...(isTouch ? files : []), ...words, ...habits]}
    />
  )
}

/** Settings of the user: key that sends (not on touch devices) and undo time. */
function useHabits(isTouch: boolean): MenuEntry[] {
  const { t } = useTranslation()
  const me = useMe()
  const chosenKey = useValue(sendKey)
  const key = (value: SendKey, label: string, separated: boolean): MenuEntry => ({
    label,
    separated,
    checked: chosenKey === value,
    onSelect: () => chooseSendKey(value),
  })
  const undo = undoChoices.map((seconds, index) => ({
    label: seconds === 0 ? t('composer.undoNever') : t('composer.undoFor', { count: seconds }),
    separated: index === 0,
    checked: me.undoSeconds === seconds,
    onSelect: () => {
      const before = me.undoSeconds
      updateMe({ undoSeconds: seconds })
      chooseUndo(me.id, seconds).catch((failure) => {
        updateMe({ undoSeconds: before })
        toastError(failure)
      })
    },
  }))
  if (isTouch) return undo
  return [key('enter', t('composer.enterSends'), true), key('ctrl', t('composer.ctrlEnterSends'), false), ...undo]
}
