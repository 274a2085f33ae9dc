import type { CustomerView } from '../control/control-api'

/** Picture of a customer, or the initials. */
export function Avatar({ customer: { name, picture } }: { customer: Pick<CustomerView, 'name' | 'picture'> }) {
  const initials = name
    .split(/\s+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <span className="avatar" aria-hidden="true">
      {picture ? <img src={picture} alt="" /> : initials}
    </span>
  )
}
