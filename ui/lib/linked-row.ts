import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'

/** Opens the row that the address names with `?edit=ID`, once, and removes it from the address. */
export function useLinkedRow(open: (id: number) => void) {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('edit'))
  const current = useRef(open)
  current.current = open
  useEffect(() => {
    if (!(id > 0)) return
    current.current(id)
    setSearch({}, { replace: true })
  }, [id, setSearch])
}
