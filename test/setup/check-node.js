// Stops with one sentence when the running Node is too old to run the sources as they are.
// Plain JavaScript and loaded first, because an old Node cannot even read the TypeScript files.
const oldest = [24, 12];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Bramka needs Node ${oldest.join('.')} or newer and this is ${process.versions.node}: ` +
      'run `npm ci`, which installs one beside the project, and then use the npm scripts.',
  );
  process.exit(1);
}
