import { look } from '../lib/look'
import { useValue } from '../lib/use-value'

/** Square icon of the product: the provider's, or a speech bubble on a counter. */
export function Logo({ className }: { className?: string }) {
  const icon = useValue(look)?.icons['192']
  return icon ? <img src={icon} alt="" className={className} /> : <OwnLogo className={className} />
}

const OwnLogo = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="8" className="fill-brand" />
    <path
      d="M8 9.5A2.5 2.5 0 0 1 10.5 7h11A2.5 2.5 0 0 1 24 9.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4 3.5V18h-.5A2.5 2.5 0 0 1 8 15.5z"
      className="fill-white"
    />
    <path d="M6 24.5h20" className="stroke-white" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)
