# Lowering Lab in a container:
#
#   docker build -t lowering-lab .
#   docker run --rm -p 8000:8000 lowering-lab
#
# The jail inside the container. Compilers run on strangers' sources, so each run is jailed. There
# are two kinds of jail with one self-test; `docker run --rm lowering-lab lowlab doctor` says which
# one holds here and what it lacks.
#   - Without further options Docker forbids new namespaces, so bubblewrap cannot work; the jail of
#     Landlock, seccomp and resource limits is used. It needs Linux 5.13 and Docker 23 or newer.
#   - For bubblewrap, add to `docker run`:
#       --security-opt seccomp=unconfined --security-opt apparmor=unconfined
#       --security-opt systempaths=unconfined
#     This loosens the container's own walls to build an inner one with an empty root.
#   - If neither holds, the server refuses to start, since 0.0.0.0 can be reached by others.
# Shared links live in /state; add `-v lowering-lab:/state` to keep them.
FROM debian:12-slim

WORKDIR /lowering-lab
COPY script/bootstrap script/packages.txt script/
RUN script/bootstrap --packages && rm -rf /var/lib/apt/lists build

COPY . .
RUN script/bootstrap --postgresql && rm -rf build /root/.cache
RUN useradd --system --create-home --home-dir /state lowlab

USER lowlab
ENV PATH="/lowering-lab/.venv/bin:$PATH" LOWLAB_STATE=/state
VOLUME /state
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s \
  CMD ["python", "script/health_check", "http://127.0.0.1:8000/"]
CMD ["lowlab", "serve", "--host", "0.0.0.0", "--port", "8000"]
