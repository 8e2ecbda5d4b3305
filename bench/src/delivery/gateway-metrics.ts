// Reads the metrics of the gateway.

import type { GatewayProcess } from '../gateway-process.ts';

export async function readMetrics({ target }: GatewayProcess): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${String(target.port)}/metrics`);
  if (!answer.ok) throw new Error(`/metrics was answered with ${String(answer.status)}`);
  return answer.text();
}
