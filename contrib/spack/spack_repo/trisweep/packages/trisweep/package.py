# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Spack recipe (package API 2), in a repository of Spack of its own: with C for this checkout,

    spack repo add C/contrib/spack/spack_repo/trisweep && spack install trisweep

There is no public address yet: the sources are branch main of this checkout.
"""

import pathlib

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Trisweep(AutotoolsPackage, CudaPackage):
    """Gauss-Seidel and ILU smoothing for hypre's BoomerAMG, on CPUs and NVIDIA GPUs."""

    git = pathlib.Path(__file__).resolve().parents[6].as_uri()
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
    depends_on("hypre@2.26: precision=double +mpi+shared~int64~complex~rocm~sycl")
    depends_on("hypre~cuda", when="~cuda")
    with when("+cuda"):
        depends_on("cuda@13:")
        depends_on("hypre@3:+cuda")
        depends_on("umpire", when="^hypre+umpire")
        for arch in CudaPackage.cuda_arch_values:
            depends_on(f"hypre cuda_arch={arch}", when=f"cuda_arch={arch}")
    depends_on("cjson")
    depends_on("suite-sparse", when="+tools")
    depends_on("zlib-api", when="+tools")
    conflicts("cuda_arch=none", when="+cuda")

    def autoreconf(self, spec, prefix):
        Executable("./bootstrap")()

    def configure_args(self):
        spec = self.spec
        args = [f"--with-hypre={spec['hypre'].prefix}", f"MPICC={spec['mpi'].mpicc}"]
        args += self.enable_or_disable("openmp")
        if spec.satisfies("~tools"):
            args += ["CHOLMOD_LIBS=no", "ZLIB_LIBS=no"]
        if spec.satisfies("+cuda"):
            args.append(f"--with-cuda={spec['cuda'].prefix}")
            args.append(f"--with-cuda-arch={','.join(spec.variants['cuda_arch'].value)}")
        else:
            args.append("--with-cuda=no")
        if spec.satisfies("^umpire"):
            args.append(f"CPPFLAGS=-I{spec['umpire'].prefix.include} "
                        f"-I{spec['camp'].prefix.include}")
        return args

    def test_solve(self):
        """hypre's and trisweep's smoothers solve a Laplacian"""
        solve = which(self.prefix.bin.join("trisweep-solve"), required=True)
        output = solve("lap7_16", output=str.split, error=str.split)
        assert "trisweep 1003/1004" in output
