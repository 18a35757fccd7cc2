// For the server's own use of the package (app/api), which must then not be bundled: it starts a worker and reads files. Pages need no configuration.
export default { serverExternalPackages: ['outpost-rbc'] };
