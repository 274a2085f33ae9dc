import { useEffect, useState } from 'react'
import type { FileList } from '../../src/features/file-lists/model'
import { api, unwrapResponse } from './api'
import { toastError } from './toast'

/** All file lists of the company by name; empty until they are loaded. */
export function useFileLists(): FileList[] {
  const [lists, setLists] = useState<FileList[]>([])
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
