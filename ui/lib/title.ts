import { useEffect } from 'react'
import { countText } from './count-text'
import { useTranslation } from './use-translation'

let screenTitle = ''
let news = ''
let hasUnreadChat = false
let unsentText = ''

/** Sets the window title: unsent messages, number of waiting conversations or a dot for news of chats, screen, product. */
export function useTitle(screen: string) {
  const { t } = useTranslation()
  useEffect(() => {
    screenTitle = `${screen} · ${t('common.product')}`
    updateTitle()
  }, [screen, t])
}

/**
 * Sets the number of the bell as it shows it, and whether internal chats have unread messages, which have a dot as in
 * the rail.
 */
export function setTitleCount({ count, more }: { count: number; more: boolean }, hasChat = false) {
  news = count > 0 ? countText(count, more) : ''
  hasUnreadChat = hasChat
  updateTitle()
}

/** Sets the part about unsent messages; '' for none. */
export function setTitleUnsent(text: string) {
  unsentText = text
  updateTitle()
}

function updateTitle() {
  if (!screenTitle) return
  const mark = news ? `(${news}) ` : hasUnreadChat ? '• ' : ''
  const counted = mark + screenTitle
  document.title = unsentText ? `${unsentText} · ${counted}` : counted
}
