import { useEffect } from 'react'
import { attention } from '../lib/attention'
import { unreadChats } from '../lib/chats'
import { setFavicon } from '../lib/favicon'
import {
  receiveChatEvent,
  receiveCustomerMessage,
  receiveDueEvent,
  receiveLateEvent,
  receiveMentionEvent,
  receiveNoteEvent,
  receiveTicketEvent,
  reloadNotificationLists,
  repeatPendingSound,
  startNotifications,
} from '../lib/notify'
import { electNotifyingTab } from '../lib/notifying-tab'
import { undeliveredEntries } from '../lib/outbox/entries'
import { startWorker, syncPush, unsubscribePush } from '../lib/push'
import { afterFirstConnect, joinNotification, useLive } from '../lib/realtime'
import { me, useMe } from '../lib/session'
import { setTitleCount, setTitleUnsent } from '../lib/title'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { receiveChatMessage, receiveChatMessageUpdate, reloadChatThreads } from '../pages/inbox/chats/store'

const repeatSoundMs = 60_000

/**
 * Subscribes to everything that notifies the user and updates the tab's title and icon; mounted once, in the shell.
 */
export function useNotifications() {
  const { id } = useMe()
  useEffect(() => {
    void startNotifications()
    void syncPush()
    const timer = setInterval(repeatPendingSound, repeatSoundMs)
    const stops = [() => clearInterval(timer), startWorker(), joinNotification(), electNotifyingTab()]
    return () => {
      for (const stop of stops) stop()
      if (me.peek()?.id !== id) void unsubscribePush()
    }
  }, [id])
  useLive(
    {
      ticket: receiveTicketEvent,
      appMessage: receiveCustomerMessage,
      ticketNote: receiveNoteEvent,
      mention: receiveMentionEvent,
      lateTicket: receiveLateEvent,
      dueTicket: receiveDueEvent,
      chat: (event) => {
        receiveChatEvent(event)
        if (event.action === 'new-message') receiveChatMessage(event.newMessage)
        if (event.action === 'message-update') receiveChatMessageUpdate(event.message)
      },
    },
    () => {
      reloadChatThreads()
      return reloadNotificationLists()
    },
  )
  useEffect(() => afterFirstConnect(reloadNotificationLists), [])
  useTabMarks()
}

function useTabMarks() {
  const { t } = useTranslation()
  const { count, more } = useValue(attention)
  const hasChat = useValue(unreadChats) > 0
  const { length: unsent } = useValue(undeliveredEntries)
  useEffect(() => {
    setTitleCount({ count, more }, hasChat)
    setTitleUnsent(unsent > 0 ? t('unsent.inTitle', { count: unsent }) : '')
    setFavicon(count, hasChat, unsent > 0)
  }, [count, more, hasChat, unsent, t])
  useEffect(
    () => () => {
      setTitleCount({ count: 0, more: false })
      setTitleUnsent('')
      setFavicon(0, false, false)
    },
    [],
  )
}
