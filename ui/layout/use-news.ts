import { useEffect } from 'react'
import { unreadChats } from '../lib/chats'
import { setFavicon } from '../lib/favicon'
import {
  hearChat,
  hearCustomer,
  hearMention,
  hearNote,
  hearTicket,
  reloadNews,
  ringAgain,
  startNews,
} from '../lib/notify'
import { leavePush, startWorker, syncPush } from '../lib/push'
import { joinNotification, useLive } from '../lib/realtime'
import { queueForRinging } from '../lib/ringing'
import { me, useMe } from '../lib/session'
import { setTitleCount } from '../lib/title'
import { wanting } from '../lib/unread'
import { useValue } from '../lib/use-value'
import { hearMessage, reloadThreads } from '../pages/chats/store'

const againEvery = 60_000

/** Once, in the top bar: what is told of on every screen, and the marks on the tab. */
export function useNews() {
  const { id } = useMe()
  useEffect(() => {
    void startNews()
    void syncPush()
    const timer = setInterval(ringAgain, againEvery)
    const stops = [() => clearInterval(timer), startWorker(), joinNotification(), queueForRinging()]
    return () => {
      for (const stop of stops) stop()
      if (me.peek()?.id !== id) void leavePush()
    }
  }, [id])
  useLive(
    {
      ticket: hearTicket,
      appMessage: hearCustomer,
      ticketNote: hearNote,
      mention: hearMention,
      chat: (heard) => {
        hearChat(heard)
        if (heard.action === 'new-message') hearMessage(heard.newMessage)
      },
    },
    () => {
      reloadThreads()
      return reloadNews()
    },
  )
  useMarks()
}

function useMarks() {
  const count = useValue(wanting).count + useValue(unreadChats)
  useEffect(() => {
    setTitleCount(count)
    setFavicon(count)
  }, [count])
  useEffect(
    () => () => {
      setTitleCount(0)
      setFavicon(0)
    },
    [],
  )
}
