# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Spack recipe: copy to repos/builtin/packages/trisweep/package.py of a Spack repository.

There is no release and no public address yet: give a checkout as `spack dev-build trisweep@main`,
in its folder. A repository of Spack also needs `homepage` and `git`.
"""

from spack.package import *


class Trisweep(AutotoolsPackage, CudaPackage):
    """Gauss-Seidel and ILU smoothing for hypre's BoomerAMG, on CPUs and NVIDIA GPUs."""

    license("Apache-2.0 OR MIT")
    version("main", branch="main")

    variant("openmp", default=True, description="Use threads in sweeps on hosts")
    variant("tools", default=True, description="Let trisweep-solve read matrix files")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("libtool", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("hypre@2.26: +mpi+shared ~int64~complex")
    depends_on("hypre@3.0: +cuda", when="+cuda ^cuda@13:")
    depends_on("hypre+cuda", when="+cuda")
    depends_on("hypre~cuda", when="~cuda")
    depends_on("cjson")
    depends_on("suite-sparse", when="+tools")
    depends_on("zlib-api", when="+tools")
    conflicts("cuda_arch=none", when="+cuda")

    def autoreconf(self, spec, prefix):
        Executable("./bootstrap")()

    def configure_args(self):
        args = [f"--with-hypre={self.spec['hypre'].prefix}", f"CC={self.spec['mpi'].mpicc}"]
        args += self.enable_or_disable("openmp")
        if "+cuda" in self.spec:
            args.append(f"--with-cuda={self.spec['cuda'].prefix}")
            args += [f"--with-cuda-arch={','.join(self.spec.variants['cuda_arch'].value)}"]
        else:
            args.append("--with-cuda=no")
        return args
