import { useEffect, useState } from 'react'
import type { FileList } from '../../src/features/inbox/file-lists/model'
import { api, unwrapResponse } from './api'
import { toastError } from './toast'

/** All file lists of the company by name; null until they are loaded. */
export function useFileLists(): FileList[] | null {
  const [lists, setLists] = useState<FileList[] | null>(null)
  useEffect(() => {
    loadFileLists().then(setLists, toastError)
  }, [])
  return lists
}

async function loadFileLists(): Promise<FileList[]> {
  const lists: FileList[] = []
  let cursor: string | undefined
  do {
    const page = await unwrapResponse(api.files.get({ query: { cursor } }))
    lists.push(...page.files)
    cursor = page.next ?? undefined
  } while (cursor)
  return lists
}
