import { useEffect, useState } from 'react'
import type { Chat } from '../../../src/features/chats/model'
import { chats } from '../../lib/chats'
import { useList } from '../../lib/list'
import { loadChat } from './store'

interface Opened {
  chat: Chat | null
  /** Deleted, or this person is not in it. */
  failure: boolean
}

/** The chat at an address: the live one of the list, or asked for by itself when the list has not got that far. */
export function useChat(uuid: string | undefined): Opened {
  const { rows, state } = useList(chats)
  const [asked, setAsked] = useState<{ uuid: string; chat: Chat | null } | null>(null)
  const listed = uuid === undefined ? undefined : rows.find((chat) => chat.uuid === uuid)
  const isMissing = uuid !== undefined && !listed && (state === 'ready' || state === 'failed')
  useEffect(() => {
    if (!isMissing || uuid === undefined) return
    let left = false
    loadChat(uuid).then(
      (chat) => left || setAsked({ uuid, chat }),
      () => left || setAsked({ uuid, chat: null }),
    )
    return () => {
      left = true
    }
  }, [isMissing, uuid])
  const own = asked?.uuid === uuid ? asked : null
  return { chat: listed ?? (isMissing ? (own?.chat ?? null) : null), failure: isMissing && own?.chat === null }
}
