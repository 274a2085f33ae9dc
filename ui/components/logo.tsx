/** Logo: a speech bubble on a counter. */
export const Logo = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="8" className="fill-brand" />
    <path
      d="M8 9.5A2.5 2.5 0 0 1 10.5 7h11A2.5 2.5 0 0 1 24 9.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4 3.5V18h-.5A2.5 2.5 0 0 1 8 15.5z"
      className="fill-white"
    />
    <path d="M6 24.5h20" className="stroke-white" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)
