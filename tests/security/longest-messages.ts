import { limits } from '../../src/shared/limits'
import { parseWhatsAppText } from '../../ui/whatsapp-text/parse'

/**
 * Parses messages four times as long as the limit, made of repeated formatting marks, and prints the parts of each
 * beforehand. Runs in a process of its own, so that `ulimit -t` can limit its CPU time.
 */
const length = 4 * limits.messageBody.max
const units = ['*', '_', '~', '*a ', '`a', '```a', '*_~', '`*x', ')', '*_', 'www.', 'https://', '> ', '\n*a', '[(', 'h']
const beginnings = ['', 'https://x', '*', '```', '> *_~']

for (const unit of units)
  for (const before of beginnings) {
    process.stdout.write(`${JSON.stringify([before, unit])}\n`)
    parseWhatsAppText(`${before}${unit.repeat(length / unit.length)}x`)
  }
process.stdout.write('all\n')
