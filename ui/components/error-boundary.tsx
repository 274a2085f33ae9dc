import { Component, type ReactNode } from 'react'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'

/**
 * Shows a message with a reload button when rendering throws. A changed `about` (the address) renders the children
 * again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; about?: string }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidUpdate(before: { about?: string }) {
    if (this.state.failed && before.about !== this.props.about) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex h-full flex-col items-center justify-center gap-4 p-6 text-center">
      <div className="max-w-sm">
        <p className="font-semibold text-lg">{t('common.crashTitle')}</p>
        <p className="mt-1 text-muted">{t('common.crashText')}</p>
      </div>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('common.reloadPage')}
      </Button>
    </div>
  )
}
