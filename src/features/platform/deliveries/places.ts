import { Rotation } from '../../../core/rotation'
import type { CompanyId } from '../../../core/storage/schema'

/** Requests of one company that run at once. */
const maxPerCompany = 64

const companies = new Map<CompanyId, Rotation<string>>()

/** Runs the request when the company has a place; its receivers take turns. */
export function inPlace<R>(companyId: CompanyId, receiver: string, request: () => Promise<R>): Promise<R> {
  const rotation = companies.get(companyId) ?? new Rotation<string>(maxPerCompany)
  companies.set(companyId, rotation)
  return rotation.run(receiver, request)
}
