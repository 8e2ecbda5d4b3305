// The process of one lane, which sends its figures and violations to the process that started it.
// Arguments: the part, the lane, its index, the number of lanes, the seed, the seconds.
import { parts } from './parts.ts';

const [partName, name = '', index, lanes, seed, seconds] = process.argv.slice(2);
const part = parts.find((one) => one.name === partName);
if (!part) throw new Error(`there is no part ${String(partName)}`);

const endsAt = performance.now() + Number(seconds) * 1000;
const { run } = await part.load();
await run({
  name,
  index: Number(index),
  lanes: Number(lanes),
  seed: Number(seed),
  isOver: () => performance.now() >= endsAt,
  report: (message) => void process.send?.(message),
});
process.disconnect?.();
