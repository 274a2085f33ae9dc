import { useEffect, useState } from 'react'
import type { Chat } from '../../../src/features/chats/model'
import { chats } from '../../lib/chats'
import { useList } from '../../lib/list'
import { loadChat } from './store'

interface OpenedChat {
  chat: Chat | null
  /** Deleted, or this person is not in it. */
  failure: boolean
}

/** The chat at an address: the live one of the list, or asked for by itself when the list has not got that far. */
export function useChat(uuid: string | undefined): OpenedChat {
  const { rows, state } = useList(chats)
  const [fetched, setFetched] = useState<{ uuid: string; chat: Chat | null } | null>(null)
  const listed = uuid === undefined ? undefined : rows.find((chat) => chat.uuid === uuid)
  const isMissing = uuid !== undefined && !listed && (state === 'ready' || state === 'failed')
  useEffect(() => {
    if (!isMissing || uuid === undefined) return
    let isLeft = false
    loadChat(uuid).then(
      (chat) => isLeft || setFetched({ uuid, chat }),
      () => isLeft || setFetched({ uuid, chat: null }),
    )
    return () => {
      isLeft = true
    }
  }, [isMissing, uuid])
  const current = fetched?.uuid === uuid ? fetched : null
  return { chat: listed ?? (isMissing ? (current?.chat ?? null) : null), failure: isMissing && current?.chat === null }
}
