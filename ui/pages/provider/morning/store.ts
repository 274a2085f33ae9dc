import { signal } from '@preact/signals-react'
import type { CompanyLine } from '../../../../src/features/provider/morning/model'
import type { CompanySort } from '../../../../src/shared/morning'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'

/** Id of the table's heading, to which links of the overview lead. */
export const tableId = 'all-companies'

interface Choice {
  search: string
  sort: CompanySort
  attention: boolean
  /** Number of times that a link of the overview has emptied the search: its field starts again. */
  resets: number
}
const usualChoice: Choice = { search: '', sort: 'name', attention: false, resets: 0 }
export const companyChoice = signal(usualChoice)

/** Companies in the order and with the filter of `companyChoice`; the server sorts them. */
export const companyLines = createList<CompanyLine>({
  load: async (cursor) => {
    const { search, sort, attention } = companyChoice.peek()
    const query = { search: search || undefined, sort, attention: attention || undefined, cursor }
    const { companies, hasMore, next } = await unwrapResponse(api.morning.companies.get({ query }))
    return { rows: companies, hasMore, next }
  },
})

export function chooseCompanies(change: Partial<Choice>) {
  companyChoice.value = { ...companyChoice.peek(), ...change }
  companyLines.clear()
  void companyLines.more()
}

/** Shows the companies that need the provider, from all names. */
export const showAttention = () =>
  chooseCompanies({ attention: true, search: '', resets: companyChoice.peek().resets + 1 })

/** Clears the list, which receives no events; it loads again when the page opens. */
export function resetCompanies() {
  companyChoice.value = usualChoice
  companyLines.clear()
}
