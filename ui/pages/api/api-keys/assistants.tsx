import { useTranslation } from '../../../lib/use-translation'
import { CopyBlock } from '../messages-api/copy-block'

/** How assistants with a language model connect: address and header of the MCP server (docs/mcp.md). */
export function Assistants() {
  const { t } = useTranslation()
  const [address, header] = [`${location.origin}/api/mcp`, 'Authorization: Bearer blc_…']
  return (
    <section aria-labelledby="assistants" className="mt-6 rounded-lg border border-line bg-surface p-4">
      <h2 id="assistants" className="font-semibold text-lg">
        {t('apiKeys.mcp')}
      </h2>
      <p className="mt-1 text-muted text-sm">
        {t('apiKeys.mcpText')} <code className="select-all">docs/mcp.md</code>.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {[
          { name: t('apiKeys.mcpAddress'), text: address, copy: t('apiKeys.copyAddress') },
          { name: t('apiKeys.mcpHeader'), text: header, copy: t('apiKeys.copyHeader') },
        ].map(({ name, text, copy }) => (
          <div key={name} className="min-w-0">
            <p className="mb-1 font-medium text-sm">{name}</p>
            <CopyBlock text={text} label={copy} />
          </div>
        ))}
      </div>
    </section>
  )
}
